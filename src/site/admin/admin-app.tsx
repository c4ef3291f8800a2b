import { mostUploadBytes } from '../../kernel/part-files.ts';
import type { Actor } from '../../kernel/permission.ts';
import { coloursAtFirst } from '../../modules/settings/site-facts.ts';
import { embedProviders } from '../../modules/embeds/look-up-embed.ts';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mostPictureBytes } from '../../modules/media/clean-picture.ts';
import { servedTypes, uploadTypes } from '../../modules/media/model.ts';
import { mayUploadDrawings } from '../../modules/media/policy.ts';
import { isAllowed, mayEditSomething } from '../../kernel/permission.ts';
import { capabilityToCreate } from '../../modules/terms/policy.ts';
import { articleType, formatTaxonomy } from '../../modules/types/names.ts';
import type { PostType, Taxonomy } from '../../modules/types/model.ts';
import {
  registeredTypes,
  taxonomiesOf,
  capabilityOf,
  typeCapabilities,
} from '../../modules/types/registry.ts';
import { createNonce } from '../../modules/users/session.ts';
import { findPreferences } from '../../modules/users/user-fields.ts';
import { mayAsMuchAs, mayListUsers, promoteUsers } from '../../modules/users/policy.ts';
import { administrator } from '../../modules/users/role.ts';
import type { Role } from '../../modules/users/role.ts';
import { listRoles } from '../../modules/users/roles.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { darkClass, darkCookie } from '../../reader/islands/page-config.ts';
import { isRightToLeft, localeOfTag } from '../../lib/language-tags.ts';
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
import type { AdminAssets, AdminPlaces, AdminProgress } from './admin-build.ts';

/** Where the newsroom's own screens are, as WordPress names them; what stands behind one is the newsroom's to find. */
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
] as const;

/** How long the page of a newsroom that is being made waits until it asks again, in seconds: time enough for a busy machine to follow a link that it has. */
const refreshSeconds = 5;
const restSeconds = 15;

/**
 * `GET /wp-admin/` and other screens of the newsroom: the document in which it runs, or how far it is while it is made. Who may edit nothing has nothing to do
 * here, and is led to the profile.
 */
export async function showApp(
  site: Site,
  signedIn: SignedIn,
  _request: FastifyRequest,
  reply: FastifyReply,
  places: AdminPlaces,
): Promise<FastifyReply> {
  if (!mayEditSomething(signedIn.actor)) return reply.redirect(profilePath, 302);
  const assets = adminAssets(places);
  if (!assets) return showProgress(site, reply, adminProgress(places));
  const scripts = [schemeScript, startScript(assets.script)];
  return reply
    .header('content-security-policy', policy(scripts))
    .type('text/html; charset=utf-8')
    .send(await appDocument(site, signedIn, assets, scripts));
}

/** Before anything is painted: the scheme that the reader chose on the site, or the site's. */
const schemeScript =
  `{const d=document.documentElement,m=/(?:^|; )${darkCookie}=([01])/.exec(document.cookie);d.classList.toggle('${darkClass}',` +
  `m?m[1]==='1':d.dataset.scheme==='dark'||d.dataset.scheme==='auto'&&matchMedia('(prefers-color-scheme: dark)').matches)}`;

/** Puts the newsroom's module into the page: one that the parser finds, or imports, would not be let in by a script that is. */
const startScript = (address: string) =>
  `document.head.append(Object.assign(document.createElement('script'),{type:'module',src:${JSON.stringify(address)}}))`;

/** What is seen until the scripts are there: the bar and the list, without words. */
const firstStyles = `
html{color-scheme:light;background:#fff}html.is_dark{color-scheme:dark;background:#0f1215}body{margin:0}
.first-look{display:grid;grid-template-columns:232px 1fr;min-height:100vh}.first-side{border-inline-end:1px solid #8f959c55}
.first-main{padding:28px 32px}.first-main i{display:block;height:18px;margin-bottom:26px;border-radius:3px;background:#8f959c33}
.first-main i:first-child{width:180px;height:30px}.first-look noscript{font:16px/1.5 system-ui,sans-serif}
@media (max-width:782px){.first-look{grid-template-columns:1fr}.first-side{display:none}.first-main{padding:20px 16px}}
`;

/**
 * Scripts by hash, and what these load; no Trusted Types, since the block editor writes HTML. Frames are of ours, or made here: that of the text says
 * itself which page its addresses go by (`base-uri`).
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
 * What the newsroom knows when it begins (src/newsroom/app/boot.ts reads it). `site.language`, `site.direction`: of its texts; `site.dates`: in which English
 * it
 * writes dates; `site.now`, `site.offset`: milliseconds, and by how many of them its clocks are ahead now; `defaultCategory`: the id of the one that posts
 * get which have none, or 0; `articleType`: what is written where an address names no type; `embedProviders`: hosts that are asked what an embed shows;
 * `formatParameter`: the word for formats in addresses of lists; `user.lists`: how they have made these, by the name of each; `uploads`: limits in bytes, and
 * the types of files by their endings; `leave`: address that signs out; `roles`: none where who is here may not list accounts; `types`: those that have a
 * list.
 */
async function bootData(site: Site, { actor, session }: SignedIn) {
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
      dates: languageOfDates(language),
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
      name: actor.displayName,
      capabilities: [...actor.capabilities],
      lists: (await findPreferences(database.read, [actor.id])).get(actor.id)?.broadsheet_lists ?? {},
    },
    nonce: createNonce(signer, session, restNonceAction),
    uploads: {
      mostBytes: mostUploadBytes,
      mostPictureBytes,
      types: mayUploadDrawings(actor, current) ? servedTypes : uploadTypes,
    },
    leave: `/wp-login.php?action=logout&_wpnonce=${createNonce(signer, session, logOutNonceAction)}`,
    roles: mayListUsers(actor) ? (await listRoles(database.read)).map((role) => bootRole(actor, role)) : [],
    types: registeredTypes()
      .filter(({ isEdited }) => isEdited)
      .flatMap(bootType),
  };
}

/** A role, and whether somebody may give it to others: one that may no more than they. */
function bootRole(actor: Actor, { name, label, capabilities }: Role) {
  const all = name === administrator ? [...capabilities, ...typeCapabilities()] : capabilities;
  return {
    name,
    label,
    mayGive: isAllowed(promoteUsers, actor, undefined) && mayAsMuchAs(actor, { capabilities: new Set(all) }),
  };
}

/**
 * A type of posts as its list needs it, where REST has it: `hasPages`, readers see its posts by themselves; `isArticle`, subscribers are told of
 * them; `mayBeFront`, the site may begin with one; `supports` in WordPress' words; `othersCapability` to change what others wrote, and whose it is.
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
          plural: labels.plural,
          singular: labels.singular,
          supports: [...supports],
          editCapability: capabilityOf(name, 'edit'),
          publishCapability: capabilityOf(name, 'publish'),
          othersCapability: capabilityOf(name, 'edit_others'),
          taxonomies: taxonomiesOf(name)
            .filter(({ isPublic }) => isPublic)
            .flatMap(bootTaxonomy),
        },
      ];
}

/**
 * A taxonomy as lists filter by it: `restBase` is the field of posts that names their terms, too, `parameter` WordPress' word for it in addresses of lists,
 * which hold ids (`isById`) or slugs; `manageCapability`: to see its terms as those do who look after them; `hasDefault`: posts that would have none are
 * given one; `isSection`: one of a post's terms may be its main one.
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
          manageCapability: capabilities.manage_terms,
          createCapability: capabilityToCreate(name),
          editCapability: capabilities.edit_terms,
          deleteCapability: capabilities.delete_terms,
        },
      ];
}

/** What the page tells the newsroom. */
export type BootData = Awaited<ReturnType<typeof bootData>>;

/** The newsroom speaks English, of the site's kind where that is one; texts have the language and direction of the site. */
const newsroomLanguage = (siteLanguage: string) => (isEnglish(siteLanguage) ? siteLanguage : 'en');
const isEnglish = (language: string) => /^en(?:-[A-Za-z0-9-]{1,30})?$/.test(language);

/** In which English dates are written: the site's, else with the day before the month, and the hours counted as where the site is. */
function languageOfDates(siteLanguage: string): string {
  if (isEnglish(siteLanguage)) return siteLanguage;
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
  const data = scriptJson(await bootData(site, signedIn));
  return `<!doctype html>
<html lang="${newsroomLanguage(settings.site_language)}" data-scheme="${coloursAtFirst(settings)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(settings.blogname)}</title><script>${scheme}</script><style>${firstStyles}</style>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}</head>
<body><div id="newsroom"><div class="first-look"><div class="first-side"></div><div class="first-main"><i></i><i></i><i></i><i></i><i></i><i></i>
<noscript>The newsroom needs JavaScript. <a href="${profilePath}">Your profile</a> works without.</noscript></div></div></div>
<script type="application/json" id="boot">${data}</script><script>${start}</script></body></html>
`;
}

const said: Readonly<Record<AdminProgress['step'], { readonly title: string; readonly text: string }>> = {
  installing: {
    title: 'The newsroom is being made',
    text: 'Step 1 of 2: its packages are being installed. This happens once, behind the site, which readers have already.',
  },
  building: {
    title: 'The newsroom is being made',
    text: 'Step 2 of 2: it is being built. A few seconds more.',
  },
  failed: {
    title: 'The newsroom could not be made',
    text: 'The site is served without it. It is tried again when Broadsheet is started anew; the reason was:',
  },
  stopped: {
    title: 'The newsroom is not there yet',
    text: 'Nothing makes it at the moment: npm start does, behind the site, and npm run build does before it.',
  },
};

/** Says how far the newsroom is, in the site's look, and asks again by itself. */
async function showProgress(site: Site, reply: FastifyReply, progress: AdminProgress): Promise<FastifyReply> {
  const { title, text } = said[progress.step];
  const form = (
    <>
      <p className="account-text">{text}</p>
      {progress.step === 'failed' && (
        <p className="account-told is-problem" role="status">
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
    { title, told: undefined, form },
  );
  // What failed, and what nobody makes, changes when somebody does something.
  const again = String(['installing', 'building'].includes(progress.step) ? refreshSeconds : restSeconds);
  return reply
    .status(503)
    .headers({ ...headers, refresh: again, 'retry-after': again })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
