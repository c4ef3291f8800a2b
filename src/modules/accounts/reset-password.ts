import { InvalidInputError } from '../../lib/errors.ts';
import { fitsRule } from '../../lib/account-rules.ts';
import { hashPassword, longestPassword } from '../../lib/password.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { startOf } from '../../lib/start-of.ts';
import { noteChange } from '../../kernel/command.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import { isNameless, namelessWords } from '../users/nameless.ts';
import { findUser } from '../users/reader.ts';
import { findActor } from '../users/roles.ts';
import type { User } from '../../kernel/actor.ts';
import { updateUser } from '../users/writer.ts';
import { endTokensOf, findToken, takeToken } from './account-token.ts';
import { fault, passwordRule } from './accounts.ts';
import type { Accounts } from './accounts.ts';

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
