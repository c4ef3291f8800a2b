import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { passwordRuleText } from '../modules/accounts/accounts.ts';
import { listConfirmations, copyConfirmation, dropConfirmation } from '../modules/accounts/confirmations.ts';
import { removeSecondFactor } from '../modules/accounts/code-app-commands.ts';
import { personData, erasePerson } from '../modules/accounts/personal-data.ts';
import { checkPassword } from '../modules/accounts/password-commands.ts';
import { sendLink, givePassword } from '../modules/accounts/send-link.ts';
import type { LinkSite, SentLink } from '../modules/accounts/send-link.ts';
import { removeStoredMailsOf } from '../modules/mail/mail.ts';
import { readSettings } from '../modules/settings/store.ts';
import {
  createUser,
  updateUser,
  changeRoles,
  deleteUser,
  savePortrait,
  uploadPortrait,
  endUserSessions,
} from '../modules/users/user-commands.ts';
import { operator } from '../modules/users/role.ts';
import { createPortraitMaker, PortraitError } from '../modules/portraits/portraits.ts';
import { asItStands } from '../kernel/command.ts';
import { findUser, findUserByEmail, findUserByName, listUsers } from '../modules/users/reader.ts';
import { listRoles } from '../modules/users/roles.ts';
import { findSecondFactor, withSecondFactor } from '../modules/users/second-factor.ts';
import { listSessions } from '../modules/users/session.ts';
import type { User } from '../kernel/permission.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { callerFolder, siteUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../lib/errors.ts';
import { defined } from '../lib/records.ts';
import { describeFileFault } from '../lib/files.ts';
import { positive } from '../lib/numbers.ts';
import { generatePassword, hashPassword } from '../lib/credentials.ts';
import { harmless } from '../lib/visible-name.ts';
import { minute, promptPassword, readPassword } from './terminal.ts';
import type { Command } from './command.ts';
import { readArguments } from './user-arguments.ts';
import type { ProfileChanges, UserRequest } from './user-arguments.ts';
import { runPrograms } from './user-programs.ts';
import { answersInLines } from './with-database.ts';

export const userCommand: Command = {
  usage: [
    'Usage: npm run broadsheet -- user list [--role ROLE] [--without-password]',
    '       npm run broadsheet -- user create NAME EMAIL [--role ROLE] [--name "Public name"] [--stdin | --invite]',
    '       npm run broadsheet -- user role USER ROLE …',
    '       npm run broadsheet -- user password USER [--stdin | --link]',
    '       npm run broadsheet -- user invite USER',
    '       npm run broadsheet -- user invite [--role ROLE] --all-without-password',
    '       npm run broadsheet -- user pending [ID --link | ID --drop]',
    '       npm run broadsheet -- user sessions USER [--end-all]',
    '       npm run broadsheet -- user second-factor USER [--off]',
    '       npm run broadsheet -- user application-password create USER PROGRAM',
    '       npm run broadsheet -- user application-password list USER',
    '       npm run broadsheet -- user application-password revoke USER ID | --all',
    '       npm run broadsheet -- user profile USER [--name "Public name"] [--url ADDRESS] [--bio TEXT] [--links "ADDRESS …"] [--portrait FILE]',
    '       npm run broadsheet -- user delete USER [--reassign USER]',
    '       npm run broadsheet -- user export USER',
    '       npm run broadsheet -- user erase USER [--reassign USER]',
    '',
    '  USER        username, email address or ID',
    '  ROLE        administrator, editor, author, contributor, subscriber, or a custom role; default for new users: subscriber',
    '  PROGRAM     name of the application, for the user to recognize it; the password is shown only once',
    '  ID          ID of an application password or of a pending confirmation, as shown in their lists',
    '  --stdin     read the password from the first line of standard input. By default, a terminal asks for it; without a terminal, one is generated',
    '              and shown once',
    '  --invite    set no password; print a link where the user chooses one, valid once, for seven days',
    '  --link      print a link where the user chooses a new password, valid once, for an hour; until then the current password works',
    '  --drop      delete a pending registration or email change',
    '  --off       remove the second factor of a user who has lost it; from then on the password is enough',
    '  --links     profile links (https), separated by spaces',
    "  --portrait  image file, cropped to a square; '' removes the portrait, and likewise the website, the biography and the links",
    '  --reassign  user who gets the posts of the deleted user',
    '',
    'export prints the personal data of a user as JSON: account, sessions, comments, posts. erase deletes the user and anonymizes the user’s',
    'comments, whose text remains.',
    'pending lists registrations and email changes that are not confirmed yet. The confirmation link was sent by email or, without SMTP_URL,',
    'not at all. With --link a new link is printed, for you to pass on or to open; the previous one becomes invalid.',
    'Setting a password here ends all sessions of the user. Links are printed, and also sent by email if SMTP_URL is set. They begin with SITE_URL.',
  ].join('\n'),
  run: answersInLines(readArguments, runUser),
};

/** Source of passwords; tests replace it. */
export interface PasswordSource {
  /** Returns undefined to generate one. */
  readonly prompt: () => Promise<string | undefined>;
  readonly read: () => Promise<string>;
}

const fromProcess: PasswordSource = {
  prompt: async () =>
    process.stdin.isTTY
      ? promptPassword({ input: process.stdin, output: process.stderr as NodeJS.WriteStream })
      : undefined,
  read: () => readPassword(process.stdin),
};

/** Yields the lines to print. Throws `NotFoundError` for an unknown user and the commands' errors; nothing is changed then. */
export async function* runUser(
  database: Database,
  request: UserRequest,
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'port' | 'dataDir'>,
  passwords: PasswordSource = fromProcess,
): AsyncIterable<string> {
  if (request.action === 'list') return yield* list(database, request);
  const { settings } = await readSettings(database.read);
  const site: LinkSite = { settings, siteUrl: siteUrlOf(config), sendsMail: config.smtpUrl !== undefined };
  if (request.action === 'create') return yield* create(database, request, site, passwords);
  if (request.action === 'pending') return yield* pending(database, request, site.siteUrl);
  if (request.action === 'invite-all') return yield* inviteAll(database, request.role, site);
  const user = await existing(database, request.user);
  const who = named(user);
  if (request.action === 'role') {
    await knownRoles(database, request.roles);
    await database.write((tx) =>
      changeRoles(tx, operator(), { id: user.id, roles: [...request.roles] }, asItStands),
    );
    yield `${who}: ${request.roles.join(', ')} (was ${user.roles.join(', ') || 'without a role'}).`;
  } else if (request.action === 'invite' || (request.action === 'password' && request.link)) {
    const kind = request.action === 'invite' ? 'invitation' : 'password';
    yield* linkLines(await database.write((tx) => sendLink(tx, operator(), { id: user.id, kind }, site)));
  } else if (request.action === 'password') {
    const password = await choosePassword(settings, passwords, request.fromStdin);
    await database.write((tx) =>
      givePassword(tx, operator(), { id: user.id, password: password.hash }, asItStands),
    );
    yield `The password of ${who} was changed, and all sessions were ended.`;
    yield* password.lines;
  } else if (request.action === 'sessions') {
    yield* sessionsOf(database, user, request.endAll);
  } else if (request.action === 'second-factor') {
    yield* secondFactor(database, user, request.off, site);
  } else if (request.action === 'application-password') {
    yield* runPrograms(database, user, request, site.siteUrl);
  } else if (request.action === 'profile') {
    yield* profile(database, user, request.changes, config.dataDir);
  } else if (request.action === 'export') {
    yield* personData(database.read, user);
  } else {
    yield* remove(database, user, request, site, config.dataDir);
  }
}

const named = ({ login }: User) => `"${harmless(login)}"`;

/** A password from the terminal or stdin, else a generated one, with lines that print it. */
async function choosePassword(settings: LinkSite['settings'], passwords: PasswordSource, fromStdin: boolean) {
  const chosen = fromStdin ? await passwords.read() : await passwords.prompt();
  const password = chosen ?? generatePassword();
  try {
    checkPassword(settings, { password, retyped: password });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      `This site does not accept this password. ${passwordRuleText(settings)}`,
      error.code,
    );
  }
  return {
    hash: await hashPassword(password),
    lines:
      chosen === undefined
        ? [`Password: ${password}`, 'It is shown only once and is not stored in plain text.']
        : [],
  };
}

async function* create(
  database: Database,
  request: Extract<UserRequest, { action: 'create' }>,
  site: LinkSite,
  passwords: PasswordSource,
): AsyncIterable<string> {
  const { login, email, role, name, invite, fromStdin } = request;
  if (await findUserByName(database.read, login))
    throw new ConflictError(`The username "${harmless(login)}" already exists.`, 'existing_user_login');
  await knownRoles(database, [role]);
  const password = invite ? undefined : await choosePassword(site.settings, passwords, fromStdin);
  const made = await database.write(async (tx) => {
    const id = await createUser(tx, operator(), {
      login,
      email,
      roles: [role],
      ...(name === undefined ? {} : { displayName: name }),
      ...(password ? { password: password.hash } : {}),
    });
    return {
      id,
      sent: invite ? await sendLink(tx, operator(), { id, kind: 'invitation' }, site) : undefined,
    };
  });
  yield `User ${made.id}, "${harmless(login)}" (${role}), created.`;
  yield* made.sent ? linkLines(made.sent) : (password?.lines ?? []);
}

async function* sessionsOf(database: Database, user: User, endAll: boolean): AsyncIterable<string> {
  const who = named(user);
  const sessions = await listSessions(database.read, user.id);
  yield* sessions.map(
    ({ createdAt, until, ip, userAgent }) =>
      `since ${minute(createdAt)}  until ${minute(until)}  ${ip || '-'}  ${harmless(userAgent)}`,
  );
  if (endAll) await database.write((tx) => endUserSessions(tx, operator(), { id: user.id }));
  yield sessions.length === 0
    ? `${who} is not logged in.`
    : endAll
      ? `${who} was logged out everywhere.`
      : `Sessions of ${who}: ${sessions.length}.`;
}

async function* secondFactor(
  database: Database,
  user: User,
  off: boolean,
  site: LinkSite,
): AsyncIterable<string> {
  const who = named(user);
  if (off) {
    await database.write((tx) => removeSecondFactor(tx, operator(), { id: user.id }, site));
    yield `${who} now logs in with the password alone.`;
  } else {
    const { app, passkeys, recoveryCodes } = await findSecondFactor(database.read, user.id);
    if (app) yield `authenticator app  since ${minute(app.createdAt)}`;
    yield* passkeys.map(
      ({ name, createdAt, usedAt }) =>
        `passkey  since ${minute(createdAt)}  ${usedAt === 0 ? 'never used' : `used ${minute(usedAt)}`}  ${harmless(name)}`,
    );
    yield app || passkeys.length > 0
      ? `${who} uses two-factor authentication; ${recoveryCodes} recovery codes are left.`
      : `${who} has no second factor.`;
  }
}

async function* remove(
  database: Database,
  user: User,
  request: Extract<UserRequest, { action: 'delete' | 'erase' }>,
  site: LinkSite,
  dataDir: string,
): AsyncIterable<string> {
  const who = named(user);
  let forgotten: number | undefined;
  const heir = request.reassign === undefined ? undefined : await existing(database, request.reassign);
  try {
    const input = { id: user.id, ...(heir ? { reassignTo: heir.id } : {}) };
    if (request.action === 'delete')
      await database.write((tx) => deleteUser(tx, operator(), input, asItStands));
    else {
      forgotten = await database.write((tx) => erasePerson(tx, operator(), input, asItStands, site));
      await removeStoredMailsOf(dataDir, user.email);
    }
  } catch (error) {
    if (heir || !(error instanceof ConflictError) || error.code !== 'rest_user_invalid_reassign') throw error;
    throw new ConflictError(
      `${who} has posts. Use --reassign USER to choose who gets them. Nothing was deleted.`,
      error.code,
    );
  }
  yield `${who} deleted${heir ? `; "${harmless(heir.login)}" has the posts` : ''}.`;
  if (forgotten !== undefined)
    yield `${forgotten} ${forgotten === 1 ? 'comment was' : 'comments were'} anonymized.`;
}

async function* profile(
  database: Database,
  { id, ...before }: User,
  { portrait, links, ...texts }: ProfileChanges,
  dataDir: string,
): AsyncIterable<string> {
  const changes = defined({ ...texts, links: links && [...links] });
  if (Object.keys(changes).length > 0)
    await database.write((tx) => updateUser(tx, operator(), { id, ...changes }, asItStands));
  if (portrait === '')
    await database.write((tx) => savePortrait(tx, operator(), { id, file: '' }, asItStands));
  else if (portrait !== undefined) {
    const portraits = createPortraitMaker(dataDir);
    const path = resolve(callerFolder(process.env), portrait);
    try {
      const { size } = await stat(path);
      await uploadPortrait(
        { database, portraits },
        operator(),
        { id, part: { path, bytes: size, md5: '' } },
        asItStands,
      );
    } catch (error) {
      const reason = error instanceof PortraitError ? error.message : describeFileFault(error);
      throw reason === undefined
        ? error
        : new InvalidInputError(`${path} can’t be used as a portrait. ${reason}`);
    } finally {
      await portraits.close();
    }
  }
  const user = (await findUser(database.read, id)) ?? { ...before, id };
  yield `name      ${harmless(user.displayName)}`;
  yield `site      ${harmless(user.url) || '-'}`;
  yield `biography ${harmless(user.bio) || '-'}`;
  yield* user.links.map((link) => `link      ${harmless(link)}`);
  yield `portrait  ${user.portrait || '-'}`;
}

/**
 * Finds a user by login name, email address or id. Throws `ConflictError` when it is ambiguous: a login name may equal
 * another user's id or address.
 */
async function existing(database: Database, word: string): Promise<User> {
  const { read } = database;
  const id = positive(word);
  const found = [
    await findUserByName(read, word),
    await findUserByEmail(read, word),
    id === undefined ? undefined : await findUser(read, id),
  ];
  const [user, ...others] = new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : []))).values();
  if (user && others.length > 0) {
    const matches = [user, ...others].map(
      ({ id: own, login, email }) =>
        `user ${own} (username "${harmless(login)}", email "${harmless(email)}")`,
    );
    throw new ConflictError(
      `"${harmless(word)}" matches ${matches.join(' and ')}. Use an identifier that is unique.`,
      'ambiguous_user',
    );
  }
  if (!user)
    throw new NotFoundError(
      `User "${harmless(word)}" not found: no user has this username, email address or ID. Use user list to see all users.`,
    );
  return user;
}

async function knownRoles(database: Database, roles: readonly string[]): Promise<void> {
  const known = (await listRoles(database.read)).map(({ name }) => name);
  const unknown = roles.find((role) => !known.includes(role));
  if (unknown !== undefined)
    throw new InvalidInputError(
      `Role "${harmless(unknown)}" not found. Roles: ${known.join(', ')}.`,
      'rest_user_invalid_role',
    );
}

/** Reads users in portions: a site may have a hundred thousand subscribers. */
async function* usersOf(
  database: Database,
  query: { readonly role?: string | undefined; readonly withoutPassword: boolean },
): AsyncIterable<User[]> {
  const { role, withoutPassword } = query;
  if (role !== undefined) await knownRoles(database, [role]);
  const portion = 500;
  for (let offset = 0; ; offset += portion) {
    const ofRole = role === undefined ? {} : { roles: [role] };
    const { users } = await listUsers(database.read, {
      ...ofRole,
      withoutPassword,
      order: 'id',
      limit: portion,
      offset,
    });
    yield users;
    if (users.length < portion) return;
  }
}

async function* list(
  database: Database,
  request: Extract<UserRequest, { action: 'list' }>,
): AsyncIterable<string> {
  let count = 0;
  for await (const users of usersOf(database, request)) {
    const twoSteps = await withSecondFactor(
      database.read,
      users.map(({ id }) => id),
    );
    for (const { id, login, email, roles, displayName } of users) {
      count++;
      yield `${id}  ${harmless(login)}  ${harmless(email) || '-'}  ${roles.join(', ') || 'no role'}  ${harmless(displayName)}${
        twoSteps.has(id) ? '  (second factor)' : ''
      }`;
    }
  }
  yield count === 1 ? '1 user.' : `${count} users.`;
}

/** Lists pending confirmations, prints the link of one, or drops it. */
async function* pending(
  database: Database,
  request: Extract<UserRequest, { action: 'pending' }>,
  siteUrl: string,
): AsyncIterable<string> {
  if (request.does === 'copy')
    yield (await database.write((tx) => copyConfirmation(tx, operator(), request.id, { siteUrl }))).link;
  else if (request.does === 'drop') {
    await database.write((tx) => dropConfirmation(tx, operator(), request.id));
    yield 'Deleted. Its link no longer works.';
  } else {
    const waiting = await listConfirmations(database.read);
    yield* waiting.map(
      ({ id, kind, login, email, createdAt, until }) =>
        `${id}  ${kind === 'email' ? 'email change' : 'registration'}  ${harmless(login)}  ${harmless(email)}  since ${minute(createdAt)}  until ${minute(until)}`,
    );
    yield waiting.length === 0 ? 'No pending confirmations.' : `Pending confirmations: ${waiting.length}.`;
  }
}

/** Each invitation is a separate transaction, so that links already printed stay valid if a later one fails. */
async function* inviteAll(
  database: Database,
  role: string | undefined,
  site: LinkSite,
): AsyncIterable<string> {
  let [count, mailed] = [0, 0];
  for await (const users of usersOf(database, { role, withoutPassword: true })) {
    for (const { id, login } of users) {
      const { link, to } = await database.write((tx) =>
        sendLink(tx, operator(), { id, kind: 'invitation' }, site),
      );
      count++;
      if (to !== undefined) mailed++;
      yield `${harmless(login)}  ${to === undefined ? '-' : harmless(to)}  ${link}`;
    }
  }
  yield count === 0
    ? 'All users have a password.'
    : `${count} invited, ${mailed} of them by email. Links are valid once, for seven days.`;
}

function linkLines({ link, to }: SentLink): string[] {
  return [
    link,
    to === undefined
      ? 'No email was sent. Pass the link on yourself.'
      : `It was also sent to ${harmless(to)} by email.`,
  ];
}
