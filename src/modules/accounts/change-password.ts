import type { Tx } from '../../kernel/db/open-database.ts';
import type { PasswordHash } from '../../lib/password.ts';
import { noteChange, refuseStale } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { editOneself } from '../users/policy.ts';
import { createSession } from '../users/session.ts';
import type { Session, SessionPlace } from '../users/session.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userToChange } from '../users/user-to-change.ts';
import { updateUser } from '../users/writer.ts';
import { endTokensOf } from './account-token.ts';

/** What somebody signs in with from now on, and the browser that goes on. */
export interface OwnPassword {
  readonly password: PasswordHash;
  readonly lastsMs: number;
  readonly place: SessionPlace;
}

/**
 * Gives somebody the password that they chose in place of the one of the account's revision `from`, which they have shown: every session of theirs ends, every
 * link that they were sent is good no more, and this browser goes on under a session of its own, which it returns. Throws `StaleError`.
 */
export async function changePassword(
  tx: Tx,
  actor: Actor | undefined,
  { password, lastsMs, place }: OwnPassword,
  from: number,
): Promise<Session> {
  demand(editOneself, actor, undefined);
  const theirs = await userToChange(tx, actor, actor.id, editOneself);
  refuseStale(`the user "${theirs.displayName}"`, { mine: null, theirs }, from);
  await updateUser(tx, actor.id, { password });
  await endTokensOf(tx, actor.id);
  await noteChange(tx, actor, {
    verb: 'update',
    kind: 'user',
    itemId: actor.id,
    summary: `"${theirs.displayName}": password`,
  });
  return createSession(tx, actor.id, { lastsMs, place });
}
