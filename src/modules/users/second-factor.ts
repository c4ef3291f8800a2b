import { createHash, randomInt } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored, storedTexts } from '../../lib/schemas.ts';

export interface CodeApp {
  /** TOTP secret, encrypted. */
  readonly secret: string;
  /** Time step of the last accepted code (`lib/credentials.ts`). */
  readonly step: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export interface SecondFactor {
  readonly app: CodeApp | undefined;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodes: number;
}

export async function findCodeApp(read: Reader, userId: number): Promise<CodeApp | undefined> {
  const row = await read
    .selectFrom('second_factor')
    .select(['secret', 'step', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { secret: row.secret, step: row.step, createdAt: row.created_at };
}

export async function findSecondFactor(read: Reader, userId: number): Promise<SecondFactor> {
  const [app, passkeys, codes] = await Promise.all([
    findCodeApp(read, userId),
    listPasskeys(read, userId),
    read
      .selectFrom('recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  return { app, passkeys, recoveryCodes: Number(codes.count) };
}

export async function withSecondFactor(
  read: Reader,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await read
    .selectFrom('second_factor')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .union(read.selectFrom('passkey').select('user_id').where('user_id', 'in', userIds))
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

export async function hasSecondFactor(read: Reader, userId: number): Promise<boolean> {
  return (await withSecondFactor(read, [userId])).has(userId);
}

/** Returns false, without a change, if the user already has an app. */
export async function writeCodeApp(
  tx: Tx,
  userId: number,
  { secret, step }: Pick<CodeApp, 'secret' | 'step'>,
  now = Date.now(),
): Promise<boolean> {
  const written = await tx.db
    .insertInto('second_factor')
    .values({ user_id: userId, secret, step, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  tx.emit(`account:${userId}`);
  return written.length > 0;
}

/** Accepts a time step; false if it or a later one was used before, so a code works only once. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const taken = await tx.db
    .updateTable('second_factor')
    .set({ step })
    .where('user_id', '=', userId)
    .where('step', '<', step)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

export async function endCodeAppOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
  tx.emit(`account:${userId}`);
}

export async function endSecondFactorOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('passkey').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  tx.emit(`account:${userId}`);
}

/** Characters that can't be confused with each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const [codeLength, codeCount] = [16, 10];
const plain = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** 79 bits resist brute force, so a fast hash suffices, as for application passwords. */
const hashOf = (userId: number, code: string) =>
  createHash('sha256')
    .update(`recovery code\0${userId}\0${plain(code)}`)
    .digest('base64url');

export function looksLikeRecoveryCode(text: string): boolean {
  return /^[a-z2-9]{16}$/.test(plain(text));
}

/** Replaces the user's recovery codes by ten new ones; only hashes are stored. */
export async function writeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () =>
    Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  );
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx.db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ hash: hashOf(userId, code), user_id: userId })))
    .execute();
  return codes.map((code) => code.replaceAll(/.{4}(?!$)/g, '$&-'));
}

export async function isRecoveryCode(read: Reader, userId: number, text: string): Promise<boolean> {
  if (!looksLikeRecoveryCode(text)) return false;
  const row = await read
    .selectFrom('recovery_code')
    .select('user_id')
    .where('hash', '=', hashOf(userId, text))
    .executeTakeFirst();
  return row?.user_id === userId;
}

/** Returns false if the code was already used. */
export async function takeRecoveryCode(tx: Tx, userId: number, text: string): Promise<boolean> {
  const taken = await tx.db
    .deleteFrom('recovery_code')
    .where('hash', '=', hashOf(userId, text))
    .where('user_id', '=', userId)
    .returning('hash')
    .execute();
  return taken.length > 0;
}

interface Passkey {
  /** Credential id chosen by the authenticator, base64url. */
  readonly credential: string;
  readonly userId: number;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** 0: never. */
  readonly usedAt: number;
}

export interface StoredPasskey extends Passkey {
  /** WebAuthn user handle; the same for all passkeys of an account and without personal data. */
  readonly handle: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Signature counter; 0 if the authenticator doesn't count. */
  readonly counter: number;
  /** WebAuthn transports: `internal`, `usb` … */
  readonly transports: readonly string[];
}

/** Per account. */
export const maxPasskeys = 20;

export async function listPasskeys(read: Reader, userId: number): Promise<StoredPasskey[]> {
  const rows = await read
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential')
    .limit(maxPasskeys)
    .execute();
  return rows.map(toPasskey);
}

export async function findPasskey(read: Reader, credential: string): Promise<StoredPasskey | undefined> {
  const row = await read
    .selectFrom('passkey')
    .selectAll()
    .where('credential', '=', credential)
    .executeTakeFirst();
  return row && toPasskey(row);
}

interface PasskeyRow {
  readonly credential: string;
  readonly user_id: number;
  readonly handle: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: string;
  readonly name: string;
  readonly created_at: number;
  readonly used_at: number;
}

const toPasskey = (row: PasskeyRow): StoredPasskey => ({
  credential: row.credential,
  userId: row.user_id,
  handle: row.handle,
  publicKey: row.public_key,
  counter: row.counter,
  name: row.name,
  transports: readStored(storedTexts, row.transports, []),
  createdAt: row.created_at,
  usedAt: row.used_at,
});

/** Returns false if the credential is already registered for any account. */
export async function writePasskey(
  tx: Tx,
  passkey: Omit<StoredPasskey, 'createdAt' | 'usedAt'>,
  now = Date.now(),
): Promise<boolean> {
  const { credential, userId, handle, publicKey, counter, transports, name } = passkey;
  const written = await tx.db
    .insertInto('passkey')
    .values({
      credential,
      user_id: userId,
      handle,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential')
    .execute();
  tx.emit(`account:${userId}`);
  return written.length > 0;
}

/** Records a use; false if the stored counter has changed or the passkey was removed, which detects concurrent use of a copy. */
export async function notePasskeyUse(
  tx: Tx,
  { credential, counter }: StoredPasskey,
  next: number,
  now = Date.now(),
): Promise<boolean> {
  const noted = await tx.db
    .updateTable('passkey')
    .set({ counter: next, used_at: now })
    .where('credential', '=', credential)
    .where('counter', '=', counter)
    .returning('credential')
    .execute();
  return noted.length > 0;
}

/** Returns its name, or undefined if it isn't the user's. */
export async function deletePasskey(tx: Tx, userId: number, credential: string): Promise<string | undefined> {
  const deleted = await tx.db
    .deleteFrom('passkey')
    .where('credential', '=', credential)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  tx.emit(`account:${userId}`);
  return deleted?.name;
}
