import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { passwordRuleText } from '../modules/accounts/accounts.ts';
import { listConfirmations, copyConfirmation, dropConfirmation } from '../modules/accounts/confirmations.ts';
import { removeSecondFactor } from '../modules/accounts/code-app-commands.ts';
import { personData, erasePerson } from '../modules/accounts/personal-data.ts';
import { checkPassword } from '../modules/accounts/password-commands.ts';
import { sendLink, givePassword } from '../modules/accounts/send-link.ts';
import type { LinkSite, SentLink } from '../modules/accounts/send-link.ts';
import { forgetKeptMailsOf } from '../modules/mail/mail.ts';
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
import { askPassword, readPassword, minute } from './terminal.ts';
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
    "  USER        somebody's log-in name, email address or id",
    "  ROLE        administrator, editor, author, contributor, subscriber, or one of the site's own; of a new user subscriber",
    '  PROGRAM     what the program is called, as its owner knows it; its password is shown once',
    '  ID          of an application password, or of what waits to be confirmed, as the list of them says it',
    '  --stdin     takes the password from the first line of what is piped in. Without it a terminal asks; where there is none, one is made up',
    '              and shown once',
    '  --invite    gives no password, but a link by which its owner chooses one, good for seven days, once',
    '  --link      prints a link by which its owner chooses a password, good for an hour, once; the present one stays good until then',
    '  --drop      takes away what was registered, or an address that somebody asked for',
    '  --off       takes away what somebody has beside their password and has lost: the password is enough from then on',
    '  --links     addresses elsewhere, by https, with spaces between them',
    "  --portrait  a picture, which is cut to a square; '' takes the portrait away, as it does the site, the biography and the links",
    '  --reassign  who gets the posts of who is deleted',
    '',
    'export prints what the site holds of somebody as JSON: account, sessions, comments, posts. erase deletes the account, and takes name and',
    'addresses out of what stays: comments keep their words.',
    'pending lists accounts that were registered and addresses that were asked for, which wait for a link to be opened: a mail took it there, or, without',
    'SMTP_URL, nobody did. With --link the link is printed, for you to hand over or to open; the one that was mailed is good no more.',
    'A password that is set here ends the sessions of its owner. Links are printed, and mailed as well where SMTP_URL is set. They begin with SITE_URL.',
  ].join('\n'),
  run: answersInLines(readArguments, runUser),
};

/** Source of passwords; tests replace it. */
export interface PasswordSource {
  /** Returns undefined to generate one. */
  readonly ask: () => Promise<string | undefined>;
  readonly read: () => Promise<string>;
}

const fromProcess: PasswordSource = {
  ask: async () =>
    process.stdin.isTTY
      ? askPassword({ input: process.stdin, output: process.stderr as NodeJS.WriteStream })
      : undefined,
  read: () => readPassword(process.stdin),
};

/** Yields the lines to print. Throws `NotFoundError` for an unknown user and the commands' errors; nothing is changed then. */
export async function* runUser(
  database: Database,
  asked: UserRequest,
  config: Pick<Config, 'siteUrl' | 'smtpUrl' | 'port' | 'dataDir'>,
  passwords: PasswordSource = fromProcess,
): AsyncIterable<string> {
  if (asked.action === 'list') return yield* list(database, asked);
  const { settings } = await readSettings(database.read);
  const site: LinkSite = { settings, siteUrl: siteUrlOf(config), sendsMail: config.smtpUrl !== undefined };
  if (asked.action === 'create') return yield* create(database, asked, site, passwords);
  if (asked.action === 'pending') return yield* pending(database, asked, site.siteUrl);
  if (asked.action === 'invite-all') return yield* inviteAll(database, asked.role, site);
  const user = await existing(database, asked.user);
  const who = named(user);
  if (asked.action === 'role') {
    await knownRoles(database, asked.roles);
    await database.write((tx) =>
      changeRoles(tx, operator(), { id: user.id, roles: [...asked.roles] }, asItStands),
    );
    yield `${who}: ${asked.roles.join(', ')} (was ${user.roles.join(', ') || 'without a role'}).`;
  } else if (asked.action === 'invite' || (asked.action === 'password' && asked.link)) {
    const kind = asked.action === 'invite' ? 'invitation' : 'password';
    yield* linkLines(await database.write((tx) => sendLink(tx, operator(), { id: user.id, kind }, site)));
  } else if (asked.action === 'password') {
    const password = await choosePassword(settings, passwords, asked.fromStdin);
    await database.write((tx) =>
      givePassword(tx, operator(), { id: user.id, password: password.hash }, asItStands),
    );
    yield `${who} has another password, and is signed out everywhere.`;
    yield* password.lines;
  } else if (asked.action === 'sessions') {
    yield* sessionsOf(database, user, asked.endAll);
  } else if (asked.action === 'second-factor') {
    yield* secondFactor(database, user, asked.off, site);
  } else if (asked.action === 'application-password') {
    yield* runPrograms(database, user, asked, site.siteUrl);
  } else if (asked.action === 'profile') {
    yield* profile(database, user, asked.changes, config.dataDir);
  } else if (asked.action === 'export') {
    yield* personData(database.read, user);
  } else {
    yield* remove(database, user, asked, site, config.dataDir);
  }
}

const named = ({ login }: User) => `"${harmless(login)}"`;

/** A password from the terminal or stdin, else a generated one, with lines that print it. */
async function choosePassword(settings: LinkSite['settings'], passwords: PasswordSource, fromStdin: boolean) {
  const chosen = fromStdin ? await passwords.read() : await passwords.ask();
  const password = chosen ?? generatePassword();
  try {
    checkPassword(settings, { password, retyped: password });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      `This site takes no such password. ${passwordRuleText(settings)}`,
      error.code,
    );
  }
  return {
    hash: await hashPassword(password),
    lines: chosen === undefined ? [`Password: ${password}`, 'It is shown once; nothing keeps it.'] : [],
  };
}

async function* create(
  database: Database,
  asked: Extract<UserRequest, { action: 'create' }>,
  site: LinkSite,
  passwords: PasswordSource,
): AsyncIterable<string> {
  const { login, email, role, name, invite, fromStdin } = asked;
  if (await findUserByName(database.read, login))
    throw new ConflictError(`The name "${harmless(login)}" belongs to somebody.`, 'existing_user_login');
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
  yield `User ${made.id}, "${harmless(login)}" (${role}), is there.`;
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
    ? `${who} is signed in nowhere.`
    : endAll
      ? `${who} is signed out everywhere.`
      : `${who} is signed in with ${sessions.length}.`;
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
    yield `${who} signs in by the password alone.`;
  } else {
    const { app, passkeys, recoveryCodes } = await findSecondFactor(database.read, user.id);
    if (app) yield `app that makes codes  since ${minute(app.createdAt)}`;
    yield* passkeys.map(
      ({ name, createdAt, usedAt }) =>
        `passkey  since ${minute(createdAt)}  ${usedAt === 0 ? 'never used' : `used ${minute(usedAt)}`}  ${harmless(name)}`,
    );
    yield app || passkeys.length > 0
      ? `${who} signs in by two steps; ${recoveryCodes} recovery codes are left.`
      : `${who} has no second factor.`;
  }
}

async function* remove(
  database: Database,
  user: User,
  asked: Extract<UserRequest, { action: 'delete' | 'erase' }>,
  site: LinkSite,
  dataDir: string,
): AsyncIterable<string> {
  const who = named(user);
  let forgotten: number | undefined;
  const heir = asked.reassign === undefined ? undefined : await existing(database, asked.reassign);
  try {
    const input = { id: user.id, ...(heir ? { reassignTo: heir.id } : {}) };
    if (asked.action === 'delete')
      await database.write((tx) => deleteUser(tx, operator(), input, asItStands));
    else {
      forgotten = await database.write((tx) => erasePerson(tx, operator(), input, asItStands, site));
      await forgetKeptMailsOf(dataDir, user.email);
    }
  } catch (error) {
    if (heir || !(error instanceof ConflictError) || error.code !== 'rest_user_invalid_reassign') throw error;
    throw new ConflictError(
      `${who} has posts: say who gets them, with --reassign USER. Nothing was deleted.`,
      error.code,
    );
  }
  yield `${who} is deleted${heir ? `; "${harmless(heir.login)}" has the posts` : ''}.`;
  if (forgotten !== undefined)
    yield `${forgotten} ${forgotten === 1 ? 'comment names' : 'comments name'} nobody any more.`;
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
      throw reason === undefined ? error : new InvalidInputError(`${path} is no portrait. ${reason}`);
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
    const told = [user, ...others].map(
      ({ id: own, login, email }) =>
        `user ${own} (log-in name "${harmless(login)}", email "${harmless(email)}")`,
    );
    throw new ConflictError(
      `"${harmless(word)}" names ${told.join(' and ')}: say another name of the one that you mean.`,
      'ambiguous_user',
    );
  }
  if (!user)
    throw new NotFoundError(
      `There is no user "${harmless(word)}": none has this log-in name, email address or id. user list shows them all.`,
    );
  return user;
}

async function knownRoles(database: Database, roles: readonly string[]): Promise<void> {
  const known = (await listRoles(database.read)).map(({ name }) => name);
  const unknown = roles.find((role) => !known.includes(role));
  if (unknown !== undefined)
    throw new InvalidInputError(
      `There is no role "${harmless(unknown)}"; there are ${known.join(', ')}.`,
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
  asked: Extract<UserRequest, { action: 'list' }>,
): AsyncIterable<string> {
  let count = 0;
  for await (const users of usersOf(database, asked)) {
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
  asked: Extract<UserRequest, { action: 'pending' }>,
  siteUrl: string,
): AsyncIterable<string> {
  if (asked.does === 'copy')
    yield (await database.write((tx) => copyConfirmation(tx, operator(), asked.id, { siteUrl }))).link;
  else if (asked.does === 'drop') {
    await database.write((tx) => dropConfirmation(tx, operator(), asked.id));
    yield 'It is taken away: its link does nothing.';
  } else {
    const waiting = await listConfirmations(database.read);
    yield* waiting.map(
      ({ id, kind, login, email, createdAt, until }) =>
        `${id}  ${kind === 'email' ? 'new address' : 'new account'}  ${harmless(login)}  ${harmless(email)}  since ${minute(createdAt)}  until ${minute(until)}`,
    );
    yield waiting.length === 0 ? 'Nothing waits to be confirmed.' : `${waiting.length} to be confirmed.`;
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
    ? 'Nobody is without a password.'
    : `${count} invited, ${mailed} of them by mail. Links are good for seven days, once.`;
}

function linkLines({ link, to }: SentLink): string[] {
  return [
    link,
    to === undefined
      ? 'No mail was sent: hand the link over yourself.'
      : `It is mailed to ${harmless(to)}, too.`,
  ];
}
