import type { Tx } from '../../db/open-database.ts';
import { noteActivity } from '../activity/writer.ts';
import { authorise } from '../command.ts';
import { can } from './policy.ts';
import type { Actor } from './role.ts';
import { endSessionsOf } from './session.ts';
import { userToChange } from './user-to-change.ts';

const refusal = { message: 'Sorry, you are not allowed to edit this user.', code: 'rest_cannot_edit', capability: 'edit_users' };

/** Signs somebody out wherever they are signed in. */
export async function endUserSessions(tx: Tx, actor: Actor | undefined, id: number): Promise<void> {
  authorise(actor, can(actor, 'edit_users'), refusal);
  const { displayName } = await userToChange(tx, actor, id, refusal);
  await endSessionsOf(tx, id);
  tx.emit(`user:${id}`);
  await noteActivity(tx, actor, { verb: 'update', kind: 'user', itemId: id, summary: `"${displayName}": signed out everywhere` });
}
