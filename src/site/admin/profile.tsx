import type { FastifyReply, FastifyRequest } from 'fastify';
import { fault } from '../../modules/accounts/accounts.ts';
import { chooseEmail, choosePassword, endOwnSessions } from '../../modules/accounts/own-account.ts';
import { importContent } from '../../modules/imports/policy.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import {
  listApplicationPasswords,
  takesApplicationPasswords,
} from '../../modules/users/application-password.ts';
import {
  createApplicationPassword,
  revokeApplicationPasswords,
} from '../../modules/users/application-password-commands.ts';
import { PortraitError, portraitLimits, tooLarge } from '../../modules/portraits/portraits.ts';
import { findUser } from '../../modules/users/reader.ts';
import { listRoles } from '../../modules/users/roles.ts';
import { findPersonalFields, noPersonalFields } from '../../modules/users/user-fields.ts';
import { updateUser, savePortrait, uploadPortrait } from '../../modules/users/user-commands.ts';
import { hasSecondFactor } from '../../modules/users/second-factor.ts';
import { listSessions, sessionId, createNonce } from '../../modules/users/session.ts';
import type { Session } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/messages.ts';
import { withoutIsolates } from '../../lib/bidi.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/urls.ts';
import type { Site } from '../pages/site.ts';
import { renderAccountPage } from '../login/account-page.tsx';
import type { Notice } from '../login/login-action.ts';
import { logOutNonceAction } from '../login/logout.tsx';
import { profilePath } from '../login/login-action.ts';
import { importPath } from './import.ts';
import { showApp } from './admin-app.tsx';
import { adminAssets } from './admin-build.ts';
import { profileLabels } from './profile-fields.tsx';
import { mayEditSomething } from '../../kernel/permission.ts';
import { browserName } from '../../lib/request-headers.ts';
import { GeneratedPassword, ProfileForms } from './profile-forms.tsx';
import { sendSection, wantsJson } from './send-section.ts';
import type { SentForm, SentSection, FormFile } from './send-section.ts';

/** The source file of a portrait; every user can upload one. */
export const portraitFile: FormFile = {
  field: 'portrait',
  most: () => portraitLimits.bytes,
  tooLarge,
  may: () => true,
};

const nonceAction = 'profile';

interface Done {
  readonly text: ReaderText;
  readonly setCookies?: readonly string[];
  /** Replaces the one of the request. */
  readonly session?: Session;
  /** The user proved their password, so this browser stays known to the account after its password changed. */
  readonly isProved?: boolean;
  /** A new application password, shown this once. */
  readonly made?: { readonly name: string; readonly password: string };
  /** A link in the text, for administrators to pass on. */
  readonly link?: string;
}

const revisionIn = (field: SentForm['field']) => Number(field('revision') || Number.NaN);

const sections: Readonly<Record<string, (sent: SentForm) => Promise<Done>>> = {
  about: async ({ site, signedIn, field }) => {
    const personal = {
      firstName: field('firstName'),
      lastName: field('lastName'),
      nickname: field('nickname'),
      locale: field('locale'),
    };
    const profile = {
      displayName: field('displayName'),
      url: field('url').trim(),
      bio: field('bio'),
      links: field('links').split('\n').slice(0, 100),
    };
    const input = { id: signedIn.actor.id, ...personal, ...profile };
    await site.content.database
      .write((tx) => updateUser(tx, signedIn.actor, input, revisionIn(field)))
      .catch(async (error: unknown) => {
        const isOfLinks =
          error instanceof InvalidInputError &&
          Object.keys(error.fields).some((name) => /^links\b/.test(name));
        throw isOfLinks
          ? fault(await site.content.settings.current(), 'account_links_wrong', 'links')
          : error;
      });
    const saved = await findUser(site.content.database.read, signedIn.actor.id);
    return {
      text: 'account_saved',
      setCookies: site.sessions.cookies(signedIn.session, (saved ?? signedIn.actor).displayName),
    };
  },
  portrait: async ({ site, signedIn: { actor }, field, file }) => {
    if (!file) throw new PortraitError('account_portrait_none');
    const place = { database: site.content.database, portraits: site.portraits };
    await uploadPortrait(place, actor, { id: actor.id, part: file }, revisionIn(field));
    return { text: 'account_portrait_saved' };
  },
  'portrait-gone': async ({ site, signedIn: { actor }, field }) => {
    await site.content.database.write((tx) =>
      savePortrait(tx, actor, { id: actor.id, file: '' }, revisionIn(field)),
    );
    return { text: 'account_portrait_removed' };
  },
  email: async ({ site, signedIn, field, caller }) => {
    const choice = await chooseEmail(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      email: field('email'),
    });
    if (choice.kind === 'link') return { text: 'account_email_link', link: choice.link };
    return { text: choice.kind === 'sent' ? 'account_email_sent' : 'account_email_waits' };
  },
  password: async ({ site, signedIn, field, caller }) => {
    const chosen = { password: field('pass1'), retyped: field('pass2') };
    const session = await choosePassword(site.accounts, {
      signedIn,
      caller,
      current: field('current'),
      ...chosen,
    });
    return {
      text: 'account_saved',
      session,
      isProved: true,
      setCookies: site.sessions.cookies(session, signedIn.actor.displayName),
    };
  },
  program: async ({ site, signedIn: { actor }, field }) => {
    const name = htmlToText(field('name'));
    const { password } = await site.content.database.write((tx) =>
      createApplicationPassword(tx, actor, { userId: actor.id, name }),
    );
    return { text: 'account_saved', made: { name, password } };
  },
  programs: async ({ site, signedIn: { actor }, field }) => {
    const which = field('end');
    const input = { userId: actor.id, ...(which === 'all' ? {} : { id: which }) };
    await site.content.database.write((tx) => revokeApplicationPasswords(tx, actor, input));
    return { text: 'account_program_ended' };
  },
  sessions: async ({ site, signedIn, field }) => {
    const { actor, session } = signedIn;
    await site.content.database.write((tx) =>
      endOwnSessions(tx, actor, { which: field('end').slice(0, 100) }, { session }),
    );
    return { text: 'account_session_ended' };
  },
};

const doneTexts = [
  'account_saved',
  'account_email_sent',
  'account_email_waits',
  'account_session_ended',
  'account_program_ended',
  'account_portrait_saved',
  'account_portrait_removed',
] as const;

/**
 * `GET /wp-admin/profile.php`: the newsroom's screen of a user's own account, or its state as JSON. Users without
 * editing capabilities get forms that work without scripts, as does everyone with `?forms`.
 */
export async function showProfile(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (wantsJson(request)) return reply.send(presentProfile(await findProfile(site, signedIn), signedIn));
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  if (mayEditSomething(signedIn.actor) && !query.has('forms') && adminAssets(site.admin))
    return showApp(site, signedIn, request, reply);
  const requested = query.get('done') ?? '';
  const done = doneTexts.find((name) => name === requested);
  return send(site, signedIn, reply, {
    notice: done && { kind: 'done', text: readerText(await site.content.settings.current(), done) },
  });
}

/** `POST /wp-admin/profile.php`: saves one section; refused input is shown again. */
export async function saveProfileForm(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendSection(site, signedIn, request, reply, {
    nonceAction,
    sections,
    labels: profileLabels,
    json: { theirs: async () => presentProfile(await findProfile(site, signedIn), signedIn) },
    done: async ({ text, setCookies, session = signedIn.session, isProved, made, link }) => {
      const known = isProved
        ? [await site.sessions.deviceCookie(request.headers.cookie, signedIn.actor.id)]
        : [];
      if (setCookies) reply.header('set-cookie', [...setCookies, ...known]);
      if (wantsJson(request)) {
        const profile = presentProfile(await findProfile(site, signedIn), { session });
        return reply.send({ kind: text, profile, made, link } satisfies SavedProfile);
      }
      // Rendered without a redirect, so that no address can show the password again.
      if (made)
        return send(site, signedIn, reply, {
          notice: { kind: 'done', text: readerText(await site.content.settings.current(), text) },
          made,
        });
      if (link !== undefined) {
        const words = withoutIsolates(readerText(await site.content.settings.current(), text));
        return send(site, signedIn, reply, { notice: { kind: 'done', text: fillIn(words, link) } });
      }
      const forms = mayEditSomething(signedIn.actor) ? 'forms&' : '';
      return reply.redirect(`${profilePath}?${forms}done=${text}`, 303);
    },
    refused: (notice, sent) => send(site, signedIn, reply, { notice, sent }),
  });
}

/** Everything about the user's own account. */
async function findProfile(site: Site, { actor }: SignedIn) {
  const { read } = site.content.database;
  const [user, personal, sessions, portraits, roles, programs, isTwoSteps] = await Promise.all([
    findUser(read, actor.id),
    findPersonalFields(read, [actor.id]),
    listSessions(read, actor.id),
    site.content.portraits([actor.id]),
    listRoles(read),
    takesApplicationPasswords(site.content.siteUrl) ? listApplicationPasswords(read, actor.id) : undefined,
    hasSecondFactor(read, actor.id),
  ]);
  return {
    user: user ?? actor,
    personal: personal.get(actor.id) ?? noPersonalFields,
    sessions,
    programs,
    isTwoSteps,
    sendsMail: site.accounts.sendsMail,
    portrait: portraits.get(actor.id)?.large,
    roles: roles.filter(({ name }) => actor.roles.includes(name)).map(({ label }) => label),
  };
}

/** JSON for the newsroom; times are ISO. `programs` is null if the site accepts no application passwords. */
function presentProfile(
  { user, personal, sessions, programs, portrait, ...more }: Awaited<ReturnType<typeof findProfile>>,
  { session }: Pick<SignedIn, 'session'>,
) {
  const iso = (at: number) => new Date(at).toISOString();
  const { login, displayName, email, url, bio, links, revision, createdAt } = user;
  return {
    login,
    email,
    revision,
    about: { ...personal, displayName, url, bio, links: links.join('\n') },
    created: iso(createdAt),
    portrait: portrait ?? null,
    maxPortraitMegabytes: portraitLimits.bytes / 2 ** 20,
    sessions: sessions.map(({ id, ip, userAgent, createdAt: at }) => ({
      id,
      ip,
      userAgent,
      browser: browserName(userAgent),
      created: iso(at),
      isCurrent: id === sessionId(session.token),
    })),
    programs:
      programs?.map(({ id, name, usedAt, usedIp }) => ({
        id,
        name,
        lastUsed: usedAt === 0 ? null : iso(usedAt),
        lastIp: usedIp,
      })) ?? null,
    ...more,
  };
}

export type Profile = ReturnType<typeof presentProfile>;

/** Reply to a saved section. `link`: confirms the new email address, for administrators of sites without mail. */
export interface SavedProfile extends Pick<Done, 'made' | 'link'> {
  readonly kind: ReaderText;
  readonly profile: Profile;
}

interface Shown {
  readonly notice: Notice | undefined;
  readonly sent?: SentSection;
  readonly made?: Done['made'];
}

async function send(
  site: Site,
  signedIn: SignedIn,
  reply: FastifyReply,
  { notice, sent, made }: Shown,
): Promise<FastifyReply> {
  const { actor, session } = signedIn;
  const settings = await site.content.settings.current();
  const profile = await findProfile(site, signedIn);
  const leave = `/wp-login.php?action=logout&_wpnonce=${createNonce(site.signer, session, logOutNonceAction)}`;
  const form = (
    <>
      {made && <GeneratedPassword settings={settings} {...made} />}
      <ProfileForms
        {...profile}
        settings={settings}
        nonce={createNonce(site.signer, session, nonceAction)}
        sent={sent}
        own={sessionId(session.token)}
        maxMegabytes={portraitLimits.bytes / 2 ** 20}
      />
      <p className="account-ways">
        <a href={leave}>{readerText(settings, 'account_log_out')}</a>
        {importContent.test(actor, undefined) && <a href={importPath}>{readerText(settings, 'import')}</a>}
      </p>
    </>
  );
  const { html, headers } = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'account_profile'), notice, form },
  );
  return reply
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
