import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { forgetInActivity } from '../activity/writer.ts';
import { readInput } from '../command.ts';
import type { From } from '../command.ts';
import { forgetCommenter } from '../comments/writer.ts';
import { sentId } from '../input-kinds.ts';
import { forgetMailsOf } from '../mail/mail.ts';
import { demand } from '../permission.ts';
import { deleteUser } from '../users/delete-user.ts';
import { holdToDelete } from '../users/hold-users.ts';
import { findUser } from '../users/reader.ts';
import type { Actor } from '../users/role.ts';
import { erasePersonalData } from './personal-data-policy.ts';

const schema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });

/**
 * Deletes an account as `deleteUser` does, and takes its owner out of what stays: comments keep their words, the log what was done. Mails that
 * name their address are not sent any more. Returns how many comments that were. Throws as `deleteUser`; the transaction is to be given up then.
 */
export async function erasePerson(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: From): Promise<number> {
  const { id, reassignTo } = readInput(schema, input, 'the user');
  demand(erasePersonalData, actor, id);
  await holdToDelete(tx, id, reassignTo);
  const user = await findUser(tx.db, id);
  // Before the account goes, by whose number they are known; where that is refused, this is undone.
  const comments = user ? await forgetCommenter(tx, { userId: id, email: user.email }) : 0;
  await deleteUser(tx, actor, input, from);
  if (!user) return comments;
  await forgetInActivity(tx, user);
  await forgetMailsOf(tx, user.email);
  return comments;
}
