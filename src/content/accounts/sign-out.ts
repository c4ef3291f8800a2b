import { endSession, sessionId } from '../users/session.ts';
import type { SignedIn } from '../users/sessions.ts';
import type { Accounts } from './accounts.ts';

/** Ends somebody's own session, this one of them. */
export async function signOut({ content }: Pick<Accounts, 'content'>, { actor, session }: SignedIn): Promise<void> {
  await content.database.write((tx) => endSession(tx, actor.id, sessionId(session.token)));
}
