import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { userSessions } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSession, endSessionsOf } from './session.ts';
import { userToChange } from './user-to-change.ts';

const schema = z.strictObject({ id: sentId, session: sentText(100).optional() });

/**
 * Signs somebody out wherever they are signed in, or of one `session`, by its id; what is another's stays. Returns how many ended. Throws `ForbiddenError` for
 * who may more than who asks.
 */
export async function endUserSessions(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { id, session } = readInput(schema, input, 'the session');
  demand(userSessions, actor, { id, owner: undefined });
  const { displayName } = await userToChange(tx, actor, id, userSessions);
  const ended = session === undefined ? await endSessionsOf(tx, id) : await endSession(tx, id, session);
  if (ended === 0) return 0;
  tx.emit(`account:${id}`);
  const what = session === undefined ? 'signed out everywhere' : 'a session ended';
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: id,
    summary: `"${displayName}": ${what}`,
  });
  return ended;
}
