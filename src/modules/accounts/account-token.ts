import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored } from '../../lib/schemas.ts';

const hour = 3_600_000;

/** Lifetimes of links in milliseconds. The key of a second step is in a cookie, not in a link. */
const lasts = {
  password: hour,
  invitation: 7 * 24 * hour,
  registration: 48 * hour,
  email: 24 * hour,
  'second-step': hour / 6,
} as const;
export type TokenKind = keyof typeof lasts;

export interface AccountToken {
  readonly kind: TokenKind;
  /** 0 if there is no account yet. */
  readonly userId: number;
  readonly data: Readonly<Record<string, string>>;
}

/** Only the hash is stored, so that database access or a backup doesn't reveal the link. */
const tokenId = (key: string) => createHash('sha256').update(`account\0${key}`).digest('base64url');
const written = /^[\w-]{32}$/;

/**
 * Creates a single-use key and replaces the user's previous one of this kind, except for second steps: otherwise anyone
 * with the password could lock the owner out. Deletes expired keys.
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

export const tokenData = z.record(z.string(), z.string());

/** Undefined if the key is used, expired or unknown. */
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

/** Like `findToken`, and uses up the key; of two concurrent callers one gets it. */
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

/** The old key stops working; the id changes with it. */
export async function renewKey(tx: Tx, id: string): Promise<{ readonly key: string; readonly id: string }> {
  const key = randomBytes(24).toString('base64url');
  await tx.db
    .updateTable('account_token')
    .set({ id: tokenId(key) })
    .where('id', '=', id)
    .execute();
  return { key, id: tokenId(key) };
}

export async function endToken(tx: Tx, id: string): Promise<void> {
  await tx.db.deleteFrom('account_token').where('id', '=', id).execute();
}

/** Milliseconds that a request waits for an administrator on a site without mail. */
export const waitsMs = 14 * 24 * hour;

/** Marks a hash as used for its lifetime in milliseconds; returns false if it already is. */
export async function takeOnce(tx: Tx, hash: string, lastsMs: number, now = Date.now()): Promise<boolean> {
  const taken = await tx.db
    .insertInto('account_token')
    .values({ id: hash, kind: 'used', user_id: 0, created_at: now, expires_at: now + lastsMs })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return taken.length > 0;
}

export async function endRegistrations(
  tx: Tx,
  isTheirs: (account: { readonly login: string; readonly email: string }) => boolean,
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

export async function endTokensOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('account_token').where('user_id', '=', userId).execute();
}
