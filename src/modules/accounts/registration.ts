import { ConflictError, ForbiddenError, InvalidInputError } from '../../lib/errors.ts';
import { isLoginName } from '../../lib/account-rules.ts';
import { canReach, isMailbox, normalizeEmail } from '../../lib/normalize-email.ts';
import { hashPassword } from '../../lib/credentials.ts';
import type { PasswordHash } from '../../lib/credentials.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { sendMails } from '../mail/index.ts';
import type { Mail } from '../mail/index.ts';
import { readerText, firstRoles } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  findUserByName,
  findUser,
  findActor,
  listRoles,
  insertUser as createUser,
  writeUser as updateUser,
} from '../users/index.ts';
import { accountLink, accountMail, noteMail } from './account-mail.ts';
import { createToken, endRegistrations, waitsMs, findToken, takeToken } from './account-token.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { checkPassword, shownName } from './password-commands.ts';
import type { ChosenPassword } from './password-commands.ts';
import { fillIn } from '../../lib/messages.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { TokenKind } from './account-token.ts';

export interface Registration extends ChosenPassword {
  readonly login: string;
  readonly email: string;
  /** '' gets a generic name, since the log-in name stays private. */
  readonly displayName: string;
  readonly caller: string;
}

/**
 * Registers a visitor. `sent`: pending until the mailed link is opened; `waits`: without mail, until an administrator
 * opens it, since showing the link proves nothing. Throws in the site's wording with the field.
 */
export async function registerUser(
  { content, guard, sendsMail }: Accounts,
  typed: Registration,
): Promise<'made' | 'sent' | 'waits'> {
  const { database, siteUrl } = content;
  const settings = await content.settings.current();
  if (!settings.users_can_register)
    throw new ForbiddenError(readerText(settings, 'account_register_closed'), 'account_register_closed');
  const [login, email] = [typed.login.trim(), normalizeEmail(typed.email)];
  if (login === '' || email === '')
    throw fault(settings, 'login_empty', login === '' ? 'user_login' : 'user_email');
  if (!isLoginName(login)) throw fault(settings, 'login_username', 'user_login');
  if (!canReach(email)) throw fault(settings, 'login_email', 'user_email');
  // A log-in name that is another address could lock out its owner, who may register later and log in by it.
  const address = normalizeEmail(login);
  if (address !== email && isMailbox(address)) throw fault(settings, 'login_username', 'user_login');
  const displayName = shownName(typed.displayName);
  checkPassword(settings, typed);
  guard.request({
    caller: typed.caller,
    recipient: settings.confirm_registration && sendsMail ? email : undefined,
  });
  if (await findUserByName(database.read, login)) throw fault(settings, 'account_login_taken', 'user_login');
  if (await findUserByName(database.read, email)) throw fault(settings, 'account_email_taken', 'user_email');
  const password = await guard.inTurn(
    { caller: typed.caller },
    () => hashPassword(typed.password),
    () => false,
  );
  return database.write(async (tx) => {
    if (!settings.confirm_registration) {
      await makeRegistered(tx, settings, { login, email, displayName, password });
      return 'made';
    }
    const waiting = {
      kind: 'registration',
      userId: 0,
      data: { login, email, displayName, password: password.encoded },
    } as const;
    if (!sendsMail) {
      await createToken(tx, { ...waiting, lastsMs: waitsMs });
      return 'waits';
    }
    const key = await createToken(tx, waiting);
    const link = accountLink(siteUrl, 'registration', key);
    await sendMails(tx, [
      await accountMail(tx.db, settings, siteUrl, { kind: 'registration', to: email, login, link }),
    ]);
    return 'sent';
  });
}

/** The settings' roles for new users, without missing ones; by default subscriber. */
export async function registrationRoles(tx: Tx, settings: Settings): Promise<string[]> {
  const roles = await listRoles(tx.db);
  const assigned = firstRoles(settings).filter((role) => roles.some(({ name }) => name === role));
  return assigned.length > 0 ? assigned : ['subscriber'];
}

interface NewAccount {
  readonly login: string;
  readonly email: string;
  /** '' if it wasn't given. */
  readonly displayName: string;
  readonly password: PasswordHash;
}

/** Throws in the site's wording if the name or address was taken concurrently. */
async function makeRegistered(tx: Tx, settings: Settings, account: NewAccount): Promise<void> {
  if (await findUserByName(tx.db, account.login)) throw fault(settings, 'account_login_taken', 'user_login');
  const roles = await registrationRoles(tx, settings);
  const id = await createUser(tx, {
    ...account,
    nameless: readerText(settings, 'account_nameless'),
    roles,
  }).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
    throw fault(
      settings,
      error.code === 'existing_user_email' ? 'account_email_taken' : 'account_login_taken',
      'user_login',
    );
  });
  // Drops other registrations of this address (users retry when a mail is slow), which could recreate the account after
  // its deletion.
  await endRegistrations(tx, ({ email }) => email === account.email);
  const made = await findActor(tx.db, id);
  if (made)
    await noteChange(tx, made, {
      verb: 'create',
      kind: 'user',
      itemId: id,
      summary: `"${made.login}" registered`,
    });
}

const kinds = ['registration', 'email'] as const;

interface PendingConfirmation {
  readonly kind: 'registration' | 'email';
  readonly login: string;
  readonly email: string;
}

/** Undefined if the key is no longer valid. */
export async function askedToConfirm(
  { content }: Pick<Accounts, 'content'>,
  key: string,
): Promise<PendingConfirmation | undefined> {
  const { read } = content.database;
  const token = await findToken(read, kinds, key);
  if (!token) return undefined;
  const { login = '', email = '' } = token.data;
  if (token.kind !== 'email') return { kind: 'registration', login, email };
  const owner = await findUser(read, token.userId);
  return owner && { kind: 'email', login: owner.login, email };
}

async function changedMail(
  tx: Tx,
  settings: Settings,
  siteUrl: string,
  { login, email: to }: Actor,
  email: string,
): Promise<Mail> {
  const lines = [
    fillIn(readerText(settings, 'mail_email_changed_text'), email),
    '',
    readerText(settings, 'mail_not_you_write'),
  ];
  return noteMail(tx.db, settings, siteUrl, {
    to,
    login,
    subject: readerText(settings, 'mail_email_changed'),
    lines,
  });
}

/**
 * Completes a link: creates the registered account, or sets the new email and notifies the old one; returns which.
 * Throws `InvalidInputError` in the site's wording for invalid links, and counts such attempts.
 */
export async function confirmByLink(
  { content, guard }: Pick<Accounts, 'content' | 'guard'>,
  key: string,
  caller: string,
): Promise<TokenKind> {
  const settings = await content.settings.current();
  if (!(await findToken(content.database.read, kinds, key))) {
    guard.request({ caller });
    throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
  }
  return content.database.write(async (tx) => {
    const token = await takeToken(tx, kinds, key);
    const owner = token?.kind === 'email' ? await findActor(tx.db, token.userId) : undefined;
    if (!token || (token.kind === 'email' && !owner))
      throw new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
    const { login = '', email = '', password = '', displayName = '' } = token.data;
    if (!owner)
      await makeRegistered(tx, settings, { login, email, displayName, password: { encoded: password } });
    else {
      await updateUser(tx, owner.id, { email });
      await noteChange(tx, owner, {
        verb: 'update',
        kind: 'user',
        itemId: owner.id,
        summary: `"${owner.displayName}": email, by a link`,
      });
      if (owner.email !== '')
        await sendMails(tx, [await changedMail(tx, settings, content.siteUrl, owner, email)]);
    }
    return token.kind;
  });
}
