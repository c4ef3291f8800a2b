import { createHash, randomBytes } from 'node:crypto';
import type { Reader, Tx } from '../../db/open-database.ts';
import type { Signer } from '../../lib/keys.ts';

/** A browser that somebody is signed in with. */
export interface Session {
  /** What the browser shows, and nobody else knows: the database holds its hash. */
  readonly token: string;
  readonly userId: number;
  /** Milliseconds since 1970, whole seconds. */
  readonly expiresAt: number;
}

/** How long a session lasts, in milliseconds, as in WordPress: two days. */
const sessionMs = 2 * 86_400_000;

/** The id of a session's row: who reads the database, or a backup of it, can't sign in by it. */
export function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Signs somebody in for `lastsMs` milliseconds; clears away what has expired. */
export async function createSession(tx: Tx, userId: number, lastsMs = sessionMs, now = Date.now()): Promise<Session> {
  const session = { token: randomBytes(24).toString('base64url'), userId, expiresAt: Math.floor((now + lastsMs) / 1000) * 1000 };
  await tx.db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await tx.db.insertInto('session').values({ id: sessionId(session.token), user_id: userId, created_at: now, expires_at: session.expiresAt }).execute();
  return session;
}

/** Ends one session; does nothing when it has ended. */
export async function endSession(tx: Tx, { token }: Pick<Session, 'token'>): Promise<void> {
  const id = sessionId(token);
  await tx.db.deleteFrom('session').where('id', '=', id).execute();
  tx.emit(`session:${id}`, 'remove');
}

/** Signs somebody out everywhere. Its caller emits `user:…`, which sessions hang on, too. */
export async function endSessionsOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('session').where('user_id', '=', userId).execute();
}

/** Whether a session is still there. */
export async function isLiveSession(read: Reader, { token, userId }: Session, now = Date.now()): Promise<boolean> {
  return (await read.selectFrom('session').select('id').where('id', '=', sessionId(token)).where('user_id', '=', userId).where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;
}

const purpose = 'session';

/** What the cookie of a session holds: whose it is, until when, its token, sealed, so that it is checked without a query. */
export function writeSession(signer: Signer, { token, userId, expiresAt }: Session): string {
  return signer.seal(purpose, `${userId}.${expiresAt / 1000}.${token}`);
}

/** User, seconds, token. */
const written = /^[1-9]\d{0,14}\.[1-9]\d{0,11}\.[\w-]{32}$/;

/** Reads what `writeSession` wrote; undefined for what we did not sign, and for what has expired. Whether it was ended meanwhile `isLiveSession` says. */
export function readSession(signer: Signer, text: string, now = Date.now()): Session | undefined {
  const claim = signer.unseal(purpose, text);
  if (claim === undefined || !written.test(claim)) return undefined;
  const [userId, seconds, token = ''] = claim.split('.');
  const expiresAt = Number(seconds) * 1000;
  return expiresAt > now ? { token, userId: Number(userId), expiresAt } : undefined;
}
