import { InvalidInputError } from '../../lib/errors.ts';
import { fitsRule } from '../../lib/account-rules.ts';
import { hashPassword, maxPasswordLength } from '../../lib/credentials.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { startOf } from '../../lib/cut-text.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import {
  isNameless,
  namelessWords,
  findUser,
  findUserByName,
  findUserToChange,
  hasPassword,
  findActor,
  writeUser as updateUser,
} from '../users/index.ts';
import type { User } from '../../kernel/permission.ts';
import { endTokensOf, findToken, takeToken, createToken } from './account-token.ts';
import { fault, passwordRule } from './accounts.ts';
import type { Accounts } from './accounts.ts';
import { isImported } from '../imports/index.ts';
import { sendMails } from '../mail/index.ts';
import { accountLink, accountMail } from './account-mail.ts';

export interface ChosenPassword {
  readonly password: string;
  readonly retyped: string;
}

/** Throws in the site's wording if the password breaks the site's rule. */
export function checkPassword(settings: Settings, { password, retyped }: ChosenPassword): void {
  if (password === '') throw fault(settings, 'login_pass_empty', 'pass1');
  if (!fitsRule(password, passwordRule(settings)) || password.length > maxPasswordLength)
    throw fault(settings, 'login_pass_pattern', 'pass1');
  if (password !== retyped) throw fault(settings, 'login_pass_retyped', 'pass2');
}

/** A typed display name as plain text; '' if nothing visible is left. */
export function shownName(typed: string): string {
  return visibleName(startOf(htmlToText(typed), 250));
}

const kinds = ['password', 'invitation'] as const;

export interface Resetting {
  /** Log-in name, which the recipient of the link knows. */
  readonly login: string;
  /** Display name, which invited users are asked for; '' if it is generic. */
  readonly shownName: string | undefined;
}

/** Undefined if the link is no longer valid. */
export async function findResetting(
  { content }: Pick<Accounts, 'content'>,
  key: string,
): Promise<Resetting | undefined> {
  const { read } = content.database;
  const token = await findToken(read, kinds, key);
  const owner = token && (await findUser(read, token.userId));
  return (
    owner && {
      login: owner.login,
      shownName: token.kind === 'invitation' ? nameOf(owner, await content.settings.current()) : undefined,
    }
  );
}

/** Also empty if it equals the log-in name, as in exports without display names, so that users are asked for it. */
const nameOf = (user: User, settings: Settings) =>
  isNameless(user, namelessWords(settings)) || user.displayName === user.login ? '' : user.displayName;

/**
 * Sets a password by a link; uses up all links of the user and ends all sessions. Invited users must also set a display
 * name if theirs is generic. Throws `InvalidInputError` in the site's wording, also for invalid links.
 */
export async function resetPassword(
  { content, guard }: Accounts,
  {
    key,
    caller,
    displayName: typed,
    ...chosen
  }: ChosenPassword & {
    readonly key: string;
    readonly caller: string;
    /** Display name of an invited user; undefined if the form didn't ask. */
    readonly displayName?: string | undefined;
  },
): Promise<User> {
  const { database } = content;
  const settings = await content.settings.current();
  const used = () => new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
  const opened = await findToken(database.read, kinds, key);
  if (!opened) {
    guard.request({ caller });
    throw used();
  }
  const displayName = opened.kind === 'invitation' && typed !== undefined ? shownName(typed) : undefined;
  const invited = displayName === '' ? await findUser(database.read, opened.userId) : undefined;
  if (invited && nameOf(invited, settings) === '')
    throw fault(settings, 'account_name_missing', 'display_name');
  checkPassword(settings, chosen);
  const password = await guard.inTurn({ known: opened.userId }, () => hashPassword(chosen.password));
  return database.write(async (tx) => {
    const token = await takeToken(tx, kinds, key);
    const owner = token && (await findActor(tx.db, token.userId));
    if (!owner) throw used();
    await updateUser(tx, owner.id, {
      password,
      ...(displayName && displayName !== owner.displayName ? { displayName } : {}),
    });
    await endTokensOf(tx, owner.id);
    await noteChange(tx, owner, {
      verb: 'update',
      kind: 'user',
      itemId: owner.id,
      summary: `"${owner.displayName}": password, by a link`,
    });
    return owner;
  });
}

/**
 * Throws `InvalidInputError` in the site's wording for unknown accounts, imported ones that weren't invited, and sites
 * without mail; `TooManyRequestsError`.
 */
export async function requestPassword(
  { content, guard, sendsMail }: Accounts,
  { name, caller }: { readonly name: string; readonly caller: string },
): Promise<void> {
  const { database, siteUrl } = content;
  const settings = await content.settings.current();
  if (name.trim() === '') throw fault(settings, 'login_empty', 'user_login');
  guard.request({ caller });
  const user = await findUserByName(database.read, name);
  if (!user) throw fault(settings, 'login_unknown', 'user_login');
  if (!sendsMail) throw new InvalidInputError(readerText(settings, 'account_no_mail'), 'account_no_mail');
  if (user.email === '')
    throw new InvalidInputError(readerText(settings, 'account_no_address'), 'account_no_address');
  // The address from an import may be anyone's; administrators invite those who may log in.
  if (!(await hasPassword(database.read, user.id)) && (await isImported(database.read, 'user', user.id))) {
    throw new InvalidInputError(readerText(settings, 'account_not_invited'), 'account_not_invited');
  }
  guard.request({ recipient: user.email });
  await database.write(async (tx) => {
    // If the account was deleted or changed its address since it was read, the link would go to the wrong user.
    if ((await findUserToChange(tx, user.id))?.email !== user.email)
      throw fault(settings, 'login_unknown', 'user_login');
    const key = await createToken(tx, { kind: 'password', userId: user.id });
    const link = accountLink(siteUrl, 'password', key);
    await sendMails(tx, [
      await accountMail(tx.db, settings, siteUrl, {
        kind: 'password',
        to: user.email,
        login: user.login,
        link,
      }),
    ]);
  });
}
