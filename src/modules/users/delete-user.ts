import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { holdToDelete } from './hold-users.ts';
import { deleteUsers } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });
/**
 * Deletes an account, never one's own; its posts go to `reassignTo`, who must be named where there are any. Throws `StaleError` with both sides,
 * `ConflictError` where no administrator would be left.
 */
export async function deleteUser(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, reassignTo } = readInput(schema, input, 'the user');
  demand(deleteUsers, actor, { id, owner: undefined });
  await holdToDelete(tx, id, reassignTo);
  const theirs = await userToChange(tx, actor, id, deleteUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: undefined, theirs }, from);
  await writer.deleteUser(tx, id, reassignTo);
  await noteChange(tx, actor, {
    verb: 'delete',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}"${reassignTo === undefined ? '' : `, posts to user ${reassignTo}`}`,
  });
}
