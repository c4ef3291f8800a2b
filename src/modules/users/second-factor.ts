import { createHash, randomInt } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored, storedTexts } from '../../lib/schemas.ts';

/** The app that makes codes for somebody. */
export interface CodeApp {
  /** What its codes are made from, encrypted. */
  readonly secret: string;
  /** Of the last code that was taken (`lib/credentials.ts`). */
  readonly step: number;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** What somebody has beside their password. */
export interface SecondFactor {
  readonly app: CodeApp | undefined;
  readonly passkeys: readonly Passkey[];
  /** Recovery codes that nobody has used. */
  readonly recoveryCodes: number;
}

/** The app that makes codes for somebody; undefined: none. */
export async function findCodeApp(read: Reader, userId: number): Promise<CodeApp | undefined> {
  const row = await read
    .selectFrom('second_factor')
    .select(['secret', 'step', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { secret: row.secret, step: row.step, createdAt: row.created_at };
}

/** All that somebody has beside their password. */
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

/** Which of these people sign in by two steps. */
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

/** Whether somebody signs in by two steps. */
export async function hasSecondFactor(read: Reader, userId: number): Promise<boolean> {
  return (await withSecondFactor(read, [userId])).has(userId);
}

/** Writes somebody's app; false where they have one, which stays. */
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

/** Takes the code of a step; false where it, or a later one, was taken before: of two who come with one code, one gets in. */
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

/** Takes somebody's app away. */
export async function endCodeAppOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
  tx.emit(`account:${userId}`);
}

/** Takes away all that somebody has beside their password. */
export async function endSecondFactorOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('second_factor').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('passkey').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  tx.emit(`account:${userId}`);
}

/** Letters and digits that nobody takes for another. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const [codeLength, codesGiven] = [16, 10];
const plain = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** 79 bits cannot be tried out, so that their hash may be a fast one, as of application passwords. */
const hashOf = (userId: number, code: string) =>
  createHash('sha256')
    .update(`recovery code\0${userId}\0${plain(code)}`)
    .digest('base64url');

/** Whether a text is written as recovery codes are. */
export function looksLikeRecoveryCode(text: string): boolean {
  return /^[a-z2-9]{16}$/.test(plain(text));
}

/** Makes ten recovery codes in place of those that are there; they are known to nobody else, and nowhere written. */
export async function writeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codesGiven }, () =>
    Array.from({ length: codeLength }, () => letters.charAt(randomInt(letters.length))).join(''),
  );
  await tx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await tx.db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ hash: hashOf(userId, code), user_id: userId })))
    .execute();
  return codes.map((code) => code.replaceAll(/.{4}(?!$)/g, '$&-'));
}

/** Whether a text is a recovery code of somebody that nobody has used. */
export async function isRecoveryCode(read: Reader, userId: number, text: string): Promise<boolean> {
  if (!looksLikeRecoveryCode(text)) return false;
  const row = await read
    .selectFrom('recovery_code')
    .select('user_id')
    .where('hash', '=', hashOf(userId, text))
    .executeTakeFirst();
  return row?.user_id === userId;
}

/** Uses up a recovery code; false where somebody else was first. */
export async function takeRecoveryCode(tx: Tx, userId: number, text: string): Promise<boolean> {
  const taken = await tx.db
    .deleteFrom('recovery_code')
    .where('hash', '=', hashOf(userId, text))
    .where('user_id', '=', userId)
    .returning('hash')
    .execute();
  return taken.length > 0;
}

/** A key that a machine of somebody keeps, as its owner sees it. */
interface Passkey {
  /** As the machine names it, base64url. */
  readonly credential: string;
  readonly userId: number;
  readonly name: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** 0: never. */
  readonly usedAt: number;
}

/** What checking one takes. */
export interface StoredPasskey extends Passkey {
  /** The name of the account for machines, which says nothing of its owner: all keys of an account have the same. */
  readonly handle: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Uses that the machine has counted; 0: it counts none. */
  readonly counter: number;
  /** How browsers reach it: `internal`, `usb` … */
  readonly transports: readonly string[];
}

/** Passkeys that one account may have. */
export const mostPasskeys = 20;

/** Those of somebody, the oldest first. */
export async function listPasskeys(read: Reader, userId: number): Promise<StoredPasskey[]> {
  const rows = await read
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('credential')
    .limit(mostPasskeys)
    .execute();
  return rows.map(toPasskey);
}

/** The one that a machine names so. */
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

/** Writes one; false where a machine has registered it before, with whatever account. */
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

/** Writes down a use; false where it was used or taken away meanwhile: a copy of it counts from the same number. */
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

/** Takes one of somebody away; its name, or undefined where there is none of theirs. */
export async function deletePasskey(tx: Tx, userId: number, credential: string): Promise<string | undefined> {
  const gone = await tx.db
    .deleteFrom('passkey')
    .where('credential', '=', credential)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  tx.emit(`account:${userId}`);
  return gone?.name;
}
