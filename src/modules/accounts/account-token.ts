import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored } from '../../lib/schemas.ts';

const hour = 3_600_000;

/** What links let people do, and how long they are good, in milliseconds. The key of a second step is in no link, but in a cookie. */
const lasts = {
  password: hour,
  invitation: 7 * 24 * hour,
  registration: 48 * hour,
  email: 24 * hour,
  'second-step': hour / 6,
} as const;
export type TokenKind = keyof typeof lasts;

/** What a link says of itself once its key is known. */
export interface AccountToken {
  readonly kind: TokenKind;
  /** 0: of somebody who has no account yet. */
  readonly userId: number;
  readonly data: Readonly<Record<string, string>>;
}

/** Only the hash is stored: who reads the database, or a backup of it, can't open the link. */
const tokenId = (key: string) => createHash('sha256').update(`account\0${key}`).digest('base64url');
const written = /^[\w-]{32}$/;

/**
 * Makes a link's key, good once. One that was made for the same purpose and person is good no more, but of second steps: who knows a password would keep its
 * owner out. Those that nobody used go.
 */
export async function createToken(
  tx: Tx,
  {
    kind,
    userId,
    data = {},
    lastsMs = lasts[kind],
  }: Pick<AccountToken, 'kind' | 'userId'> & {
    readonly data?: AccountToken['data'];
    readonly lastsMs?: number;
  },
  now = Date.now(),
): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await tx.db.deleteFrom('account_token').where('expires_at', '<=', now).execute();
  if (userId > 0 && kind !== 'second-step')
    await tx.db.deleteFrom('account_token').where('user_id', '=', userId).where('kind', '=', kind).execute();
  await tx.db
    .insertInto('account_token')
    .values({
      id: tokenId(key),
      kind,
      user_id: userId,
      data: JSON.stringify(data),
      created_at: now,
      expires_at: now + lastsMs,
    })
    .execute();
  return key;
}

/** What is kept with a key: texts by their names. */
export const tokenData = z.record(z.string(), z.string());

/** What a key is good for; undefined for one that is used, too old or none. */
export async function findToken(
  read: Reader,
  kinds: readonly TokenKind[],
  key: string,
  now = Date.now(),
): Promise<AccountToken | undefined> {
  if (!written.test(key)) return undefined;
  const row = await read
    .selectFrom('account_token')
    .select(['kind', 'user_id', 'data'])
    .where('id', '=', tokenId(key))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const kind = kinds.find((one) => one === row?.kind);
  return row && kind && { kind, userId: row.user_id, data: readStored(tokenData, row.data, {}) };
}

/** The same, and from here on it is used: of two who come with one key, one gets it. */
export async function takeToken(
  tx: Tx,
  kinds: readonly TokenKind[],
  key: string,
  now = Date.now(),
): Promise<AccountToken | undefined> {
  const found = await findToken(tx.db, kinds, key, now);
  if (!found) return undefined;
  const taken = await tx.db
    .deleteFrom('account_token')
    .where('id', '=', tokenId(key))
    .returning('id')
    .execute();
  return taken.length > 0 ? found : undefined;
}

/** Gives what a link is good for another key, and by that another id; the key that it had opens nothing any more. */
export async function renewKey(tx: Tx, id: string): Promise<{ readonly key: string; readonly id: string }> {
  const key = randomBytes(24).toString('base64url');
  await tx.db
    .updateTable('account_token')
    .set({ id: tokenId(key) })
    .where('id', '=', id)
    .execute();
  return { key, id: tokenId(key) };
}

/** Ends one link. */
export async function endToken(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('account_token').where('id', '=', id).execute();
}

/** Where no mail is sent, somebody who runs the site has to come by: so long is something good that waits for them, in milliseconds. */
export const waitsMs = 14 * 24 * hour;

/** Takes what is good once, known by a hash, for the milliseconds that it is good at all; false for who comes second. */
export async function takeOnce(tx: Tx, hash: string, lastsMs: number, now = Date.now()): Promise<boolean> {
  const taken = await tx.db
    .insertInto('account_token')
    .values({ id: hash, kind: 'used', user_id: 0, created_at: now, expires_at: now + lastsMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return taken.length > 0;
}

/** Ends what was registered by somebody, by the log-in name and the address (in lower-case letters) that they gave, and waits until its link is opened. */
export async function endRegistrations(
  tx: Tx,
  isTheirs: (given: { readonly login: string; readonly email: string }) => boolean,
): Promise<void> {
  const kind: TokenKind = 'registration';
  const waiting = await tx.db
    .selectFrom('account_token')
    .select(['id', 'data'])
    .where('kind', '=', kind)
    .execute();
  for (const { id, data } of waiting) {
    const { login = '', email = '' } = readStored(tokenData, data, {});
    if (isTheirs({ login, email })) await endToken(tx, id);
  }
}

/** Ends every link that somebody was sent. */
export async function endTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('account_token').where('user_id', '=', userId).execute();
}
