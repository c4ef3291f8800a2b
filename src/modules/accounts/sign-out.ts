import type { Tx } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { endSession, sessionId } from '../users/session.ts';
import type { Session } from '../users/session.ts';

/** Ends the session that somebody is in; that people come and go is not noted. */
export async function signOut(tx: Tx, actor: Actor, { token }: Pick<Session, 'token'>): Promise<void> {
  await endSession(tx, actor.id, sessionId(token));
}
