import { InvalidInputError } from '../../lib/errors.ts';
import { fitsRule } from '../../lib/account-rules.ts';
import { hashPassword, longestPassword } from '../../lib/password.ts';
import { noteActivity } from '../activity/writer.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import { findActor } from '../users/roles.ts';
import type { User } from '../users/user.ts';
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
  if (!fitsRule(password, passwordRule(settings)) || password.length > longestPassword) throw fault(settings, 'login_pass_pattern', 'pass1');
  if (password !== retyped) throw fault(settings, 'login_pass_retyped', 'pass2');
}

const kinds = ['password', 'invitation'] as const;

/** Whether a link still lets somebody choose a password. */
export async function mayResetBy({ content }: Pick<Accounts, 'content'>, key: string): Promise<boolean> {
  return (await findToken(content.database.read, kinds, key)) !== undefined;
}

/**
 * Gives an account the password that its owner chose by a link, which is used then, as are all others that they were sent; every session ends. Throws
 * `InvalidInputError` in the words of the site, also for a link that is good no more.
 */
export async function resetPassword(
  { content, guard }: Accounts, { key, caller, ...chosen }: ChosenPassword & { readonly key: string; readonly caller: string },
): Promise<User> {
  const { database } = content;
  const settings = await content.settings.current();
  const used = () => new InvalidInputError(readerText(settings, 'account_link_used'), 'account_link_used');
  const opened = await findToken(database.read, kinds, key);
  if (!opened) {
    guard.request({ caller });
    throw used();
  }
  checkPassword(settings, chosen);
  const password = await guard.inTurn({ known: opened.userId }, () => hashPassword(chosen.password));
  return database.write(async (tx) => {
    const token = await takeToken(tx, kinds, key);
    const owner = token && (await findActor(tx.db, token.userId));
    if (!owner) throw used();
    await updateUser(tx, owner.id, { password });
    await endTokensOf(tx, owner.id);
    await noteActivity(tx, owner, { verb: 'update', kind: 'user', itemId: owner.id, summary: `"${owner.displayName}": password, by a link` });
    return owner;
  });
}
