import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored, storedTexts } from '../../lib/stored-json.ts';

/** A key that a machine of somebody keeps, as its owner sees it. */
export interface Passkey {
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
