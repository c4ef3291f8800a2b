import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise, readInput, refuseStale } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import { can } from './policy.ts';
import type { Actor } from './role.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, reassignTo: sentId.optional() });
const refusal = { message: 'Sorry, you are not allowed to delete this user.', code: 'rest_user_cannot_delete', capability: 'delete_users' };

/**
 * Deletes an account, never one's own; its posts go to `reassignTo`, who must be named where there are any. Throws `StaleError` with both sides,
 * `ConflictError` where no administrator would be left.
 */
export async function deleteUser(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: number): Promise<void> {
  const { id, reassignTo } = readInput(schema, input, 'the user');
  authorise(actor, can(actor, 'delete_users'), refusal);
  if (id === actor.id) throw new InvalidInputError('You can\'t delete your own account; somebody else has to.', 'rest_user_cannot_delete');
  const theirs = await userToChange(tx, actor, id, refusal);
  refuseStale(`the user "${theirs.displayName}"`, { mine: undefined, theirs }, from);
  await writer.deleteUser(tx, id, reassignTo);
  await noteActivity(tx, actor, {
    verb: 'delete', kind: 'user', itemId: id, summary: `"${theirs.displayName}"${reassignTo === undefined ? '' : `, posts to user ${reassignTo}`}`,
  });
}
