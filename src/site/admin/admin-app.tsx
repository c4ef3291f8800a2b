import { maxUploadBytes } from '../../kernel/part-files.ts';
import type { Actor } from '../../kernel/permission.ts';
import { coloursAtFirst } from '../../modules/settings/site-facts.ts';
import { embedProviders } from '../../modules/embeds/look-up-embed.ts';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxPictureBytes } from '../../modules/media/clean-picture.ts';
import { servedTypes, uploadTypes } from '../../modules/media/model.ts';
import { mayUploadDrawings } from '../../modules/media/policy.ts';
import { isAllowed, mayEditSomething } from '../../kernel/permission.ts';
import { capabilityToCreate } from '../../modules/terms/policy.ts';
import { fieldsOfType } from '../../modules/fields/site-fields.ts';
import { articleType, formatTaxonomy } from '../../modules/types/names.ts';
import type { PostType, Taxonomy } from '../../modules/types/model.ts';
import { typeIcons } from '../../modules/types/own-definition.ts';
import {
  isOfCode,
  registeredTypes,
  taxonomiesOf,
  capabilityOf,
  typeCapabilities,
} from '../../modules/types/registry.ts';
import { createNonce } from '../../modules/users/session.ts';
import { findPersonalFields, findPreferences } from '../../modules/users/user-fields.ts';
import { mayAsMuchAs, mayListUsers, promoteUsers } from '../../modules/users/policy.ts';
import { administrator } from '../../modules/users/role.ts';
import type { Role } from '../../modules/users/role.ts';
import { listRoles } from '../../modules/users/roles.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { darkClass, darkCookie } from '../../reader/islands/page-config.ts';
import { inLanguage } from '../../languages/catalogues.ts';
import { newsroomWords } from '../../languages/newsroom-words.ts';
import type { NewsroomWords } from '../../languages/newsroom-words.ts';
import { isRightToLeft, languageAttributes, languageTagOf, localeOfTag } from '../../lib/language-tags.ts';
import { askedHosts } from '../../lib/oembed-providers.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { zoneOffset } from '../../lib/dates.ts';
import { scriptJson } from '../../lib/json.ts';
import { wholeText } from '../../lib/text-around.ts';
import { siteLocales } from './profile-fields.tsx';
import type { Site } from '../pages/site.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import { logOutNonceAction } from '../login/logout.tsx';
import { profilePath } from '../login/login-action.ts';
import { restNonceAction } from '../rest/rest-actor.ts';
import { adminAssets, adminProgress } from './admin-build.ts';
import type { AdminAssets, AdminProgress } from './admin-build.ts';

/** The newsroom's screens, at WordPress' addresses; the newsroom itself resolves everything below them. */
export const appPaths = [
  '/wp-admin/',
  '/wp-admin/edit.php',
  '/wp-admin/edit-comments.php',
  '/wp-admin/post.php',
  '/wp-admin/post-new.php',
  '/wp-admin/upload.php',
  '/wp-admin/edit-tags.php',
  '/wp-admin/term.php',
  '/wp-admin/users.php',
  '/wp-admin/user-new.php',
  '/wp-admin/user-edit.php',
  '/wp-admin/widgets.php',
  '/wp-admin/site-health.php',
  '/wp-admin/tools.php',
  '/wp-admin/admin.php',
  '/wp-admin/nav-menus.php',
  '/wp-admin/front.php',
  '/wp-admin/themes.php',
  '/wp-admin/customize.php',
  '/wp-admin/options-general.php',
  '/wp-admin/options-writing.php',
  '/wp-admin/options-reading.php',
  '/wp-admin/options-discussion.php',
  '/wp-admin/options-media.php',
  '/wp-admin/options-permalink.php',
  '/wp-admin/options-privacy.php',
  '/wp-admin/options-fields.php',
] as const;

const refreshSeconds = 5;
const restSeconds = 15;

/**
 * `GET /wp-admin/` and other newsroom screens: the document that the newsroom runs in, or the progress of its build.
 * Redirects users without editing capabilities to their profile.
 */
export async function showApp(
  site: Site,
  signedIn: SignedIn,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!mayEditSomething(signedIn.actor)) return reply.redirect(profilePath, 302);
  const assets = adminAssets(site.admin);
  if (!assets) return showProgress(site, reply, adminProgress(site.admin));
  const scripts = [schemeScript, startScript(assets.script)];
  return reply
    .header('content-security-policy', policy(scripts))
    .type('text/html; charset=utf-8')
    .send(await appDocument(site, signedIn, assets, scripts));
}

/** Runs before the first paint: applies the visitor's color scheme, else the site's. */
const schemeScript =
  `{const d=document.documentElement,m=/(?:^|; )${darkCookie}=([01])/.exec(document.cookie);d.classList.toggle('${darkClass}',` +
  `m?m[1]==='1':d.dataset.scheme==='dark'||d.dataset.scheme==='auto'&&matchMedia('(prefers-color-scheme: dark)').matches)}`;

/** Inserts the newsroom's module by script, because the policy's `strict-dynamic` only trusts what a trusted script inserts. */
const startScript = (address: string) =>
  `document.head.append(Object.assign(document.createElement('script'),{type:'module',src:${JSON.stringify(address)}}))`;

/** Placeholder for the menu and a list until the scripts load. */
const firstStyles = `
html{color-scheme:light;background:#fff}html.is_dark{color-scheme:dark;background:#0f1215}body{margin:0}
.first-look{display:grid;grid-template-columns:232px 1fr;min-height:100vh}.first-side{border-inline-end:1px solid #8f959c55}
.first-main{padding:28px 32px}.first-main i{display:block;height:18px;margin-bottom:26px;border-radius:3px;background:#8f959c33}
.first-main i:first-child{width:180px;height:30px}.first-look noscript{font:16px/1.5 system-ui,sans-serif}
@media (max-width:782px){.first-look{grid-template-columns:1fr}.first-side{display:none}.first-main{padding:20px 16px}}
`;

/**
 * Allows scripts by hash and those they insert; no Trusted Types, since the block editor writes HTML. Frames may set
 * `base-uri`, because the editor's canvas names its base address.
 */
function policy(scripts: readonly string[]): string {
  const hashes = scripts
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join(' ');
  return [
    `default-src 'self'`,
    `script-src ${hashes} 'strict-dynamic'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob: https: http:`,
    `media-src 'self' blob: https: http:`,
    `font-src 'self' data:`,
    `connect-src 'self'`,
    `frame-src 'self' blob:`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ');
}

/**
 * Initial data for `src/newsroom/app/boot.ts`. `site.language` is the content's; `site.now` and `site.offset` are in
 * milliseconds; `defaultCategory` may be 0; `roles` is empty unless the user can list accounts.
 */
async function bootData(site: Site, { actor, session }: SignedIn, spoken: Interface) {
  const {
    content: { database, settings, siteUrl },
    signer,
  } = site;
  const [current, now] = [await settings.current(), Date.now()];
  const {
    blogname,
    site_language: language,
    timezone_string: timezone,
    default_category: defaultCategory,
  } = current;
  return {
    site: {
      name: blogname,
      url: siteUrl,
      language,
      locale: localeOfTag(language),
      locales: siteLocales(),
      direction: isRightToLeft(language) ? 'rtl' : 'ltr',
      dates: languageOfDates(spoken, language),
      now,
      timezone,
      offset: zoneOffset(now, timezone),
      defaultCategory,
      articleType,
      formatParameter: formatTaxonomy,
      embedProviders: askedHosts(embedProviders(current)),
    },
    user: {
      id: actor.id,
      login: actor.login,
      name: actor.displayName,
      capabilities: [...actor.capabilities],
      lists: (await findPreferences(database.read, [actor.id])).get(actor.id)?.broadsheet_lists ?? {},
    },
    nonce: createNonce(signer, session, restNonceAction),
    uploads: {
      mostBytes: maxUploadBytes,
      maxPictureBytes,
      types: mayUploadDrawings(actor, current) ? servedTypes : uploadTypes,
    },
    leave: `/wp-login.php?action=logout&_wpnonce=${createNonce(signer, session, logOutNonceAction)}`,
    roles: mayListUsers(actor) ? (await listRoles(database.read)).map((role) => bootRole(actor, role)) : [],
    types: registeredTypes()
      .filter(({ isEdited }) => isEdited)
      .flatMap(bootType),
  };
}

/** `mayGive`: whether the actor can assign the role, which must not exceed the actor's own capabilities. */
function bootRole(actor: Actor, { name, label, capabilities }: Role) {
  const all = name === administrator ? [...capabilities, ...typeCapabilities()] : capabilities;
  return {
    name,
    label,
    mayGive: isAllowed(promoteUsers, actor, undefined) && mayAsMuchAs(actor, { capabilities: new Set(all) }),
  };
}

const menuIcons: readonly string[] = typeIcons;

/**
 * A post type with a list and REST routes. `icon`: its place among `typeIcons`. `hasPages`: its posts have pages; `isArticle`:
 * subscribers are notified; `mayBeFront`: can be the front page; `othersCapability`: needed to edit other authors' posts;
 * `hasFields`: it has custom fields, whose forms and columns are loaded on demand.
 */
function bootType({
  name,
  labels,
  restBase,
  isHierarchical,
  isPublic: hasPages,
  isArticle,
  supports,
  mayBeFront,
  icon,
}: PostType) {
  return restBase === undefined
    ? []
    : [
        {
          name,
          restBase,
          isHierarchical,
          hasPages,
          isArticle,
          mayBeFront,
          icon: menuIcons.indexOf(icon),
          plural: labels.plural,
          singular: labels.singular,
          supports: [...supports],
          editCapability: capabilityOf(name, 'edit'),
          publishCapability: capabilityOf(name, 'publish'),
          othersCapability: capabilityOf(name, 'edit_others'),
          taxonomies: taxonomiesOf(name)
            .filter(({ isPublic }) => isPublic)
            .flatMap(bootTaxonomy),
          ...(fieldsOfType(name).length > 0 ? { hasFields: true as const } : {}),
        },
      ];
}

/**
 * A taxonomy for filters. `restBase` also names the posts' field of term ids; `parameter` holds ids (`isById`) or slugs.
 * `hasDefault`: posts without terms get a default one; `isSection`: one of a post's terms can be its primary one.
 */
function bootTaxonomy({
  name,
  labels,
  restBase,
  isHierarchical,
  idParameter,
  slugParameter,
  capabilities,
  isSection,
}: Taxonomy) {
  return restBase === undefined
    ? []
    : [
        {
          name,
          restBase,
          isHierarchical,
          plural: labels.plural,
          singular: labels.singular,
          parameter: idParameter ?? slugParameter ?? name,
          isById: idParameter !== undefined,
          hasDefault: isSection,
          isSection,
          isBuiltIn: isOfCode(name),
          manageCapability: capabilities.manage_terms,
          createCapability: capabilityToCreate(name),
          editCapability: capabilities.edit_terms,
          deleteCapability: capabilities.delete_terms,
        },
      ];
}

export type BootData = Awaited<ReturnType<typeof bootData>>;

/** The language of the newsroom's interface, and its words; English has none. */
interface Interface {
  readonly language: string;
  readonly isRightToLeft: boolean;
  readonly words: NewsroomWords | undefined;
}

/** The user's language or else the site's, if the newsroom has words in it; otherwise English. */
async function interfaceOf(site: Site, userId: number, siteLanguage: string): Promise<Interface> {
  const personal = await findPersonalFields(site.content.database.read, [userId]);
  const language = languageTagOf(personal.get(userId)?.locale ?? '') ?? siteLanguage;
  const words = inLanguage(newsroomWords, language);
  return {
    language: words || isEnglish(language) ? language : isEnglish(siteLanguage) ? siteLanguage : 'en',
    isRightToLeft: words !== undefined && isRightToLeft(language),
    words,
  };
}

const isEnglish = (language: string) => /^en(?:-[A-Za-z0-9-]{1,30})?$/.test(language);

/** For dates: the interface's language; for English in want of another, day before month with the site's hour cycle. */
function languageOfDates({ language, words }: Interface, siteLanguage: string): string {
  if (words || isEnglish(siteLanguage) || language !== 'en') return language;
  const { hourCycle } = new Intl.DateTimeFormat(siteLanguage, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h11' || hourCycle === 'h12' ? 'en-GB-u-hc-h12' : 'en-GB';
}

async function appDocument(
  site: Site,
  signedIn: SignedIn,
  assets: AdminAssets,
  [scheme, start]: readonly string[],
): Promise<string> {
  const settings = await site.content.settings.current();
  const spoken = await interfaceOf(site, signedIn.actor.id, settings.site_language);
  const data = scriptJson(await bootData(site, signedIn, spoken));
  const words = spoken.words
    ? `<script type="application/json" id="words">${scriptJson(spoken)}</script>`
    : '';
  return `<!doctype html>
<html ${languageAttributes(spoken.language)} data-scheme="${coloursAtFirst(settings)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(settings.blogname)}</title><script>${scheme}</script><style>${firstStyles}</style>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}</head>
<body><div id="newsroom"><div class="first-look"><div class="first-side"></div><div class="first-main"><i></i><i></i><i></i><i></i><i></i><i></i>
<noscript>The newsroom needs JavaScript. <a href="${profilePath}?forms">Your profile</a> works without.</noscript></div></div></div>
<script type="application/json" id="boot">${data}</script>${words}<script>${start}</script></body></html>
`;
}

const said: Readonly<Record<AdminProgress['step'], { readonly title: string; readonly text: string }>> = {
  installing: {
    title: 'The newsroom is being built',
    text: 'Step 1 of 2: its packages are being installed. This happens once, in the background; readers already have the site.',
  },
  building: {
    title: 'The newsroom is being built',
    text: 'Step 2 of 2: it is being compiled. This takes a few more seconds.',
  },
  failed: {
    title: 'The newsroom could not be built',
    text: 'The site runs without it. Broadsheet tries again at the next start. The error was:',
  },
  stopped: {
    title: 'The newsroom has not been built',
    text: 'No build is running. “npm start” builds the newsroom in the background; “npm run build” builds it in advance.',
  },
};

async function showProgress(site: Site, reply: FastifyReply, progress: AdminProgress): Promise<FastifyReply> {
  const { title, text } = said[progress.step];
  const form = (
    <>
      <p className="account-text">{text}</p>
      {progress.step === 'failed' && (
        <p className="account-notice is-problem" role="status">
          {progress.reason}
        </p>
      )}
      <p className="account-ways">
        <a href={profilePath}>Your profile</a>
      </p>
    </>
  );
  const { html, headers } = await renderAccountPage(
    { site, settings: await site.content.settings.current() },
    { title, notice: undefined, form },
  );
  // Failed and stopped builds change only after someone acts, so those pages reload less often.
  const again = String(['installing', 'building'].includes(progress.step) ? refreshSeconds : restSeconds);
  return reply
    .status(503)
    .headers({ ...headers, refresh: again, 'retry-after': again })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
