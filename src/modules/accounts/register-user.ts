import { ConflictError, ForbiddenError } from '../../lib/errors.ts';
import { isLoginName } from '../../lib/account-rules.ts';
import { canReach, isMailbox, normalizeEmail } from '../../lib/normalize-email.ts';
import { hashPassword } from '../../lib/password.ts';
import type { PasswordHash } from '../../lib/password.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { sendMails } from '../mail/mail.ts';
import { readerText } from '../settings/definitions/translations.ts';
import { firstRoles } from '../settings/first-roles.ts';
import type { Settings } from '../settings/settings.ts';
import { findUserByName } from '../users/reader.ts';
import { findActor, listRoles } from '../users/roles.ts';
import { createUser } from '../users/writer.ts';
import { accountLink, accountMail } from './account-mail.ts';
import { createToken, endRegistrations, waitsMs } from './account-token.ts';
import { fault } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { checkPassword, shownName } from './reset-password.ts';
import type { ChosenPassword } from './reset-password.ts';

/** What somebody typed who makes an account. */
export interface Registration extends ChosenPassword {
  readonly login: string;
  readonly email: string;
  /** What readers are to call them; empty: a member, since the log-in name is nothing to be read. */
  readonly displayName: string;
  readonly caller: string;
}

/**
 * Makes an account for a visitor, where the site lets them; `sent`: once they have opened the link that was mailed; `waits`: where no mail is sent, once
 * somebody who runs the site has opened it, since a link that is shown to who typed the address would prove nothing. Throws in the words of the site, with the
 * field, for what can't be taken.
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
  // People sign in by either, and links go by either: who has the address one day would be shut out by who took it for a name.
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

/** What people are who register: the roles that the settings name, as far as there are some of that name. */
export async function registrationRoles(tx: Tx, settings: Settings): Promise<string[]> {
  const roles = await listRoles(tx.db);
  const given = firstRoles(settings).filter((role) => roles.some(({ name }) => name === role));
  return given.length > 0 ? given : ['subscriber'];
}

interface NewAccount {
  readonly login: string;
  readonly email: string;
  /** Empty: nobody said one. */
  readonly displayName: string;
  readonly password: PasswordHash;
}

/** Writes the account that somebody registered. Throws in the words of the site where its name or address is somebody's meanwhile. */
export async function makeRegistered(tx: Tx, settings: Settings, account: NewAccount): Promise<void> {
  // The log-in name is nobody's in any case of its letters.
  if (await findUserByName(tx.db, account.login)) throw fault(settings, 'account_login_taken', 'user_login');
  const roles = await registrationRoles(tx, settings);
  const id = await createUser(tx, {
    ...account,
    nameless: readerText(settings, 'account_nameless'),
    roles,
  }).catch((error: unknown) => {
    // Somebody else was first.
    if (!(error instanceof ConflictError)) throw error;
    throw fault(
      settings,
      error.code === 'existing_user_email' ? 'account_email_taken' : 'account_login_taken',
      'user_login',
    );
  });
  // Who registered twice, since a mail was slow, has another link: it would make the account anew once this one is deleted.
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
