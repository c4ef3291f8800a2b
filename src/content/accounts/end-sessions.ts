import { endSession, endSessionsOf } from '../users/session.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { Accounts } from './accounts.ts';

/** Ends a session of somebody's own, by its id; with `'others'` all but the one that asks. What is another's stays. */
export async function endOwnSessions({ content }: Pick<Accounts, 'content'>, { actor, session }: SignedIn, which: string): Promise<void> {
  await content.database.write(async (tx) => {
    if (which !== 'others') return endSession(tx, actor.id, which);
    await endSessionsOf(tx, actor.id, session);
    tx.emit(`user:${actor.id}`);
  });
}
