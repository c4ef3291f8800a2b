import type { Tx } from '../../kernel/db/open-database.ts';
import type { PasswordHash } from '../../lib/password.ts';
import type { From } from '../../kernel/command.ts';
import type { Actor } from '../../kernel/actor.ts';
import { updateUser } from '../users/update-user.ts';
import { endTokensOf } from './account-token.ts';

/** Gives somebody a password in place of theirs, for who began `from` a revision of the account: their sessions end, and every link that they were sent. */
export async function givePassword(
  tx: Tx,
  actor: Actor | undefined,
  { id, password }: { readonly id: number; readonly password: PasswordHash },
  from: From,
): Promise<void> {
  await updateUser(tx, actor, { id, password }, from);
  await endTokensOf(tx, id);
}
