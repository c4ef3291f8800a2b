import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { authorise, noteChange, readInput, refuseStale } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { mayAsMuchAs, missing, promoteUsers } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { findActor } from './roles.ts';
import { sentRoles } from './user-input.ts';
import { userToChange } from './user-to-change.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, roles: sentRoles });
/**
 * Gives somebody these roles and no others. Throws `StaleError` with both sides, `ForbiddenError` for roles that may more than who gives them, `ConflictError`
 * where no administrator would be left.
 */
export async function changeRoles(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From,
): Promise<void> {
  const { id, roles } = readInput(schema, input, 'the user');
  demand(promoteUsers, actor, undefined);
  const theirs = await userToChange(tx, actor, id, promoteUsers);
  refuseStale(`the user "${theirs.displayName}"`, { mine: { roles }, theirs }, from);
  if (roles.join() === theirs.roles.join()) return;
  await writer.updateUser(tx, id, { roles });
  const changed = await findActor(tx.db, id);
  authorise(actor, changed !== undefined && mayAsMuchAs(actor, changed), {
    ...promoteUsers,
    capability: missing(actor, changed?.capabilities ?? [])[0],
  });
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${theirs.displayName}": ${theirs.roles.join(', ') || 'no role'} → ${roles.join(', ') || 'no role'}`,
  });
}
