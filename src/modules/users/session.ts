import { createHash, randomBytes } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Signer } from '../../lib/keys.ts';
import { startOf } from '../../lib/cut-text.ts';
import { UnauthorizedError } from '../../lib/errors.ts';
import { findActor } from './roles.ts';
import type { Actor } from '../../kernel/permission.ts';

export interface Session {
  /** Secret of the browser; the database stores its hash. */
  readonly token: string;
  readonly userId: number;
  /** Milliseconds since 1970, whole seconds. */
  readonly expiresAt: number;
}

/** Session lifetime after each use, in milliseconds, as in WordPress: two days, or two weeks with “Remember me”. */
export const sessionMs = { usual: 2 * 86_400_000, remembered: 14 * 86_400_000 } as const;

export interface SessionPlace {
  readonly ip: string;
  readonly userAgent: string;
}

const nowhere: SessionPlace = { ip: '', userAgent: '' };
const maxUserAgentLength = 300;

/** Id of a session's row; a hash, so that database access or a backup doesn't allow logging in. */
export function sessionId(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Fingerprint of a user's roles and capabilities; changes with them. */
export function rightsOf({ roles, capabilities }: Pick<Actor, 'roles' | 'capabilities'>): string {
  return createHash('sha256')
    .update(JSON.stringify([roles.toSorted(), [...capabilities].toSorted()]))
    .digest('base64url')
    .slice(0, 22);
}

/** Per account. */
const maxSessions = 100;

/** Creates a session that lasts `lastsMs` milliseconds; deletes expired ones, and the user's oldest beyond a hundred. */
export async function createSession(
  tx: Tx,
  userId: number,
  { lastsMs = sessionMs.usual as number, place = nowhere, former = '', now = Date.now() } = {},
): Promise<Session> {
  const session = { token: randomBytes(24).toString('base64url'), userId, expiresAt: expiry(now + lastsMs) };
  const owner = await findActor(tx.db, userId);
  await tx.db.deleteFrom('session').where('expires_at', '<=', now).execute();
  await tx.db
    .insertInto('session')
    .values({
      id: sessionId(session.token),
      user_id: userId,
      created_at: now,
      expires_at: session.expiresAt,
      lasts_ms: lastsMs,
      rights: owner ? rightsOf(owner) : '',
      former,
      ip: place.ip,
      user_agent: startOf(place.userAgent, maxUserAgentLength).replaceAll('\0', ''),
    })
    .execute();
  const surplus = tx.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .offset(maxSessions);
  const ended = await tx.db
    .deleteFrom('session')
    .where('id', 'in', surplus)
    .where('id', '<>', sessionId(session.token))
    .returning('id')
    .execute();
  for (const { id } of ended) tx.emit(`session:${id}`, 'remove');
  return session;
}

/** Cookies have a resolution of seconds. */
const expiry = (at: number) => Math.floor(at / 1000) * 1000;

export interface LiveSession extends SessionPlace {
  /** Lifetime after each use, in milliseconds. */
  readonly lastsMs: number;
  /** Milliseconds since the epoch; later than in its cookie after a renewal. */
  readonly until: number;
  /** The owner's rights when it was opened (`rightsOf`). */
  readonly rights: string;
  /** Until when it may do sensitive things, in milliseconds since the epoch; 0: it may not. */
  readonly provenUntil: number;
}

export async function findSession(
  read: Reader,
  { token, userId }: Session,
  now = Date.now(),
): Promise<LiveSession | undefined> {
  const row = await read
    .selectFrom('session')
    .select(['lasts_ms', 'expires_at', 'rights', 'ip', 'user_agent', 'proven_until'])
    .where('id', '=', sessionId(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      lastsMs: row.lasts_ms,
      until: row.expires_at,
      rights: row.rights,
      provenUntil: row.proven_until,
      ip: row.ip,
      userAgent: row.user_agent,
    }
  );
}

/** Extends a session from now; returns the data for its cookie, or undefined if it ended concurrently. */
export async function renewSession(
  tx: Tx,
  { token, userId }: Session,
  now = Date.now(),
): Promise<Session | undefined> {
  const id = sessionId(token);
  const row = await tx.db
    .updateTable('session')
    .set((eb) => ({ expires_at: eb(eb.val(expiry(now)), '+', eb.ref('lasts_ms')) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  if (!row) return undefined;
  tx.emit(`session:${id}`);
  return { token, userId, expiresAt: expiry(row.expires_at) };
}

/** Milliseconds for which a session may do sensitive things after its user proved their identity. */
const provenMs = 10 * 60_000;

/**
 * Lets a session, and the one that replaced it in the same request, do sensitive things for ten minutes; returns their
 * end. Throws `UnauthorizedError` if the session ended.
 */
export async function markProven(tx: Tx, id: string, now = Date.now()): Promise<number> {
  const until = now + provenMs;
  const proven = await tx.db
    .updateTable('session')
    .set({ proven_until: until })
    .where((eb) => eb.or([eb('id', '=', id), eb('former', '=', id)]))
    .returning('id')
    .execute();
  if (proven.length === 0) throw new UnauthorizedError('You have been logged out. Nothing was written.');
  for (const session of proven) tx.emit(`session:${session.id}`);
  return until;
}

/** Milliseconds that a replaced token stays valid for pending requests. */
const graceMs = 60_000;

/** Replaces a session's token after its owner's rights changed. Undefined if the session ended or another tab replaced it first. */
export async function replaceSession(
  tx: Tx,
  { token, userId }: Session,
  live: LiveSession,
  now = Date.now(),
): Promise<Session | undefined> {
  const id = sessionId(token);
  const owner = await findActor(tx.db, userId);
  if (!owner) return undefined;
  const ends = { expires_at: Math.min(live.until, now + graceMs), rights: rightsOf(owner) };
  const former = await tx.db
    .updateTable('session')
    .set(ends)
    .where('id', '=', id)
    .where('rights', '<>', ends.rights)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  if (!former) return undefined;
  tx.emit(`session:${id}`);
  return createSession(tx, userId, { lastsMs: live.lastsMs, place: live, former: id, now });
}

export interface ListedSession extends SessionPlace {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly until: number;
}

export async function listSessions(read: Reader, userId: number, now = Date.now()): Promise<ListedSession[]> {
  const rows = await read
    .selectFrom('session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    until: row.expires_at,
  }));
}

const maxListed = 200;

/**
 * Ends a session of this user by id, with its predecessors (valid for a minute) and successors. Does nothing if it
 * ended or belongs to another user. Returns how many ended.
 */
export async function endSession(tx: Tx, userId: number, id: string): Promise<number> {
  const line = new Set([id]);
  let count = 0;
  // Repeated until nothing is found: a query that waited for a concurrent replacement doesn't see the successor.
  for (;;) {
    const ids = [...line];
    const ended = await tx.db
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('id', 'in', ids), eb('former', 'in', ids)]))
      .returning(['id', 'former'])
      .execute();
    for (const one of ended) {
      tx.emit(`session:${one.id}`, 'remove');
      line.add(one.id);
      if (one.former) line.add(one.former);
    }
    if (ended.length === 0) return count;
    count += ended.length;
  }
}

/** Ends all sessions of a user except `but` one and its successors; returns how many ended. */
export async function endSessionsOf(tx: Tx, userId: number, but?: Pick<Session, 'token'>): Promise<number> {
  let count = 0;
  for (;;) {
    const retained = but ? await successorsOf(tx, userId, sessionId(but.token)) : [];
    const ended = await tx.db
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .$if(retained.length > 0, (query) => query.where('id', 'not in', retained))
      .returning('id')
      .execute();
    for (const { id } of ended) tx.emit(`session:${id}`, 'remove');
    if (ended.length === 0) return count;
    count += ended.length;
  }
}

async function successorsOf(tx: Tx, userId: number, id: string): Promise<string[]> {
  const line = [id];
  for (const former of line) {
    const next = await tx.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .where('former', '=', former)
      .execute();
    line.push(...next.map((one) => one.id));
  }
  return line;
}

const purpose = 'session';

/** Sealed cookie value (user, expiry, token) that can be verified without a query. */
export function writeSession(signer: Signer, { token, userId, expiresAt }: Session): string {
  return signer.seal(purpose, `${userId}.${expiresAt / 1000}.${token}`);
}

const written = /^[1-9]\d{0,14}\.[1-9]\d{0,11}\.[\w-]{32}$/;

/** Parses a cookie value; undefined if the signature is invalid or it expired. `findSession` tells whether the session has ended. */
export function readSession(signer: Signer, text: string, now = Date.now()): Session | undefined {
  const claim = signer.unseal(purpose, text);
  if (claim === undefined || !written.test(claim)) return undefined;
  const [userId, seconds, token = ''] = claim.split('.');
  const expiresAt = Number(seconds) * 1000;
  return expiresAt > now ? { token, userId: Number(userId), expiresAt } : undefined;
}

/** A nonce is valid for its half day and the next, as in WordPress: 12 to 24 hours. */
const tickMs = 43_200_000;

const claimOf = (action: string, { token }: Pick<Session, 'token'>, tick: number) =>
  `${action}\0${token}\0${tick}`;

/** Creates a CSRF nonce for one `action` (`wp_rest`) and one session. */
export function createNonce(
  signer: Signer,
  session: Pick<Session, 'token'>,
  action: string,
  now = Date.now(),
): string {
  return signer.sign('nonce', claimOf(action, session, Math.floor(now / tickMs)));
}

export function isNonce(
  signer: Signer,
  session: Pick<Session, 'token'>,
  action: string,
  nonce: string,
  now = Date.now(),
): boolean {
  const tick = Math.floor(now / tickMs);
  return [tick, tick - 1].some((one) => signer.verify('nonce', claimOf(action, session, one), nonce));
}
