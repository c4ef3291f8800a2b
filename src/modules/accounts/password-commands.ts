import { InvalidInputError } from '../../lib/errors.ts';
import { fitsRule } from '../../lib/account-rules.ts';
import { hashPassword, longestPassword } from '../../lib/credentials.ts';
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
import { cameByImport } from '../imports/index.ts';
import { sendMails } from '../mail/index.ts';
import { accountLink, accountMail } from './account-mail.ts';

/** A password that somebody chose, twice. */
export interface ChosenPassword {
  readonly password: string;
  readonly retyped: string;
}

/** Throws in the words of the site where it is no password that this site takes. */
export function checkPassword(settings: Settings, { password, retyped }: ChosenPassword): void {
  if (password === '') throw fault(settings, 'login_pass_empty', 'pass1');
  if (!fitsRule(password, passwordRule(settings)) || password.length > longestPassword)
    throw fault(settings, 'login_pass_pattern', 'pass1');
  if (password !== retyped) throw fault(settings, 'login_pass_retyped', 'pass2');
}

/** What somebody typed as their public name, as it is shown: plain text; empty: nothing of it can be seen. */
export function shownName(typed: string): string {
  return visibleName(startOf(htmlToText(typed), 250));
}

const kinds = ['password', 'invitation'] as const;

/** Whose link it is by which somebody chooses a password. */
export interface Resetting {
  /** Their log-in name: who holds the link was told it beside that. */
  readonly login: string;
  /** What readers call them, which is asked of who was invited; empty: nobody has named them. */
  readonly shownName: string | undefined;
}

/** Whose link it is; undefined for one that lets nobody choose a password any more. */
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

/** Empty, too, where they are called by what they log in with, as in exports that know no more: they are asked. */
const nameOf = (user: User, settings: Settings) =>
  isNameless(user, namelessWords(settings)) || user.displayName === user.login ? '' : user.displayName;

/**
 * Gives an account the password that its owner chose by a link, which is used then, as are all others that they were sent; every session ends. Who was invited
 * says by the same form what readers call them, and has to where nobody has yet. Throws
 * `InvalidInputError` in the words of the site, also for a link that is good no more.
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
    /** What readers are to call who was invited; undefined: the form did not ask. */
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
 * Mails a link by which somebody chooses a new password. Throws `InvalidInputError` in the words of the site for an account that is not there, for one that
 * an import made and nobody was invited to, and where the site sends no mail; `TooManyRequestsError` to a caller who asks too often.
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
  // An export names that address, and may be anybody's: the people who run the site say by an invitation who may come in.
  if (!(await hasPassword(database.read, user.id)) && (await cameByImport(database.read, 'user', user.id))) {
    throw new InvalidInputError(readerText(settings, 'account_not_invited'), 'account_not_invited');
  }
  guard.request({ recipient: user.email });
  await database.write(async (tx) => {
    // The account may have gone, or got another address, since it was read: then the link would be somebody else's.
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
