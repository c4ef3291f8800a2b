import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import { beSignedIn } from '../users/policy.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSession, endSessionsOf } from '../users/session.ts';
import type { Session } from '../users/session.ts';

const schema = z.strictObject({ which: sentText(100) });
/** Ends a session of somebody's own, by its id; with `'others'` all but the one that they are in. What is another's stays. */
export async function endOwnSessions(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  { session }: { readonly session: Pick<Session, 'token'> },
): Promise<void> {
  demand(beSignedIn, actor, undefined);
  const { which } = readInput(schema, input, 'the session');
  const ended =
    which === 'others' ? await endSessionsOf(tx, actor.id, session) : await endSession(tx, actor.id, which);
  if (ended === 0) return;
  const what = which === 'others' ? 'signed out everywhere else' : 'ended a session';
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${actor.displayName}": ${what}`,
  });
}
