import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { isLocalHost } from '../../lib/network.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { foldLogin } from './reader.ts';

/** An application password as its owner sees it, without the secret, which is shown once on creation. */
export interface ApplicationPassword {
  /** A UUID. */
  readonly id: string;
  readonly userId: number;
  /** UUID chosen by the program; '' if it sent none. */
  readonly appId: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** 0: never. */
  readonly usedAt: number;
  readonly usedIp: string;
}

/** Per account. */
export const maxApplicationPasswords = 100;

/** Passwords are sent with every request, so HTTPS is required, except on the local machine. */
export function takesApplicationPasswords(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || isLocalHost(hostname);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 24;
const written = /^[\dA-Za-z]{24}$/;

/** 24 random characters resist brute force, so a fast hash suffices, and a request with a password costs no more than one with a cookie. */
const hashOf = (password: string) =>
  createHash('sha256').update(`application password\0${password}`).digest('base64url');

export function inGroups(password: string): string {
  return password.replaceAll(/.{4}(?!$)/g, '$& ');
}

const columns = ['id', 'user_id', 'app_id', 'name', 'created_at', 'used_at', 'used_ip'] as const;

type ApplicationPasswordRow = {
  readonly id: string;
  readonly user_id: number;
  readonly app_id: string;
  readonly name: string;
  readonly created_at: number;
  readonly used_at: number;
  readonly used_ip: string;
};

const toApplicationPassword = (row: ApplicationPasswordRow): ApplicationPassword => ({
  id: row.id,
  userId: row.user_id,
  appId: row.app_id,
  name: row.name,
  createdAt: row.created_at,
  usedAt: row.used_at,
  usedIp: row.used_ip,
});

export async function listApplicationPasswords(read: Reader, userId: number): Promise<ApplicationPassword[]> {
  const rows = await read
    .selectFrom('application_password')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxApplicationPasswords)
    .execute();
  return rows.map(toApplicationPassword);
}

export async function findApplicationPassword(
  read: Reader,
  userId: number,
  id: string,
): Promise<ApplicationPassword | undefined> {
  const row = await read
    .selectFrom('application_password')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toApplicationPassword(row);
}

/** The application password that matches, by log-in name or email; ignores formatting. */
export async function matchApplicationPassword(
  read: Reader,
  loginOrEmail: string,
  typed: string,
): Promise<ApplicationPassword | undefined> {
  const password = typed.replaceAll(/[^\dA-Za-z]/g, '');
  const name = loginOrEmail.trim();
  if (name === '' || !written.test(password)) return undefined;
  const row = await read
    .selectFrom('application_password')
    .innerJoin('user', 'user.id', 'application_password.user_id')
    .select(columns.map((column) => `application_password.${column}` as const))
    .select(['user.login', 'user.email'])
    .where('hash', '=', hashOf(password))
    .executeTakeFirst();
  if (
    !row ||
    (foldLogin(row.login) !== foldLogin(name) && (row.email === '' || !emailForms(name).includes(row.email)))
  )
    return undefined;
  return toApplicationPassword(row);
}

/** Creates a password; only its hash is stored. */
export async function writeApplicationPassword(
  tx: Tx,
  { userId, name, appId }: Pick<ApplicationPassword, 'userId' | 'name' | 'appId'>,
  now = Date.now(),
): Promise<{ readonly id: string; readonly password: string }> {
  const id = randomUUID();
  const password = Array.from({ length }, () => digits.charAt(randomInt(digits.length))).join('');
  await tx.db
    .insertInto('application_password')
    .values({ id, hash: hashOf(password), user_id: userId, app_id: appId, name, created_at: now })
    .execute();
  return { id, password };
}

export async function changeApplicationPassword(
  tx: Tx,
  id: string,
  changes: Partial<Pick<ApplicationPassword, 'name' | 'appId'>>,
): Promise<void> {
  await tx.db
    .updateTable('application_password')
    .set({ name: changes.name, app_id: changes.appId })
    .where('id', '=', id)
    .execute();
}

/** Minimum time between two recorded uses, in milliseconds. */
const notedMs = 60_000;

export function isUseNews({ usedAt }: ApplicationPassword, now = Date.now()): boolean {
  return usedAt <= now - notedMs;
}

export async function noteUse(tx: Tx, id: string, ip: string, now = Date.now()): Promise<void> {
  await tx.db
    .updateTable('application_password')
    .set({ used_at: now, used_ip: ip })
    .where('id', '=', id)
    .where('used_at', '<=', now - notedMs)
    .execute();
}

export async function endApplicationPasswordsOf(tx: Tx, userId: number, id?: string): Promise<number> {
  const all = tx.db.deleteFrom('application_password').where('user_id', '=', userId);
  return (await (id === undefined ? all : all.where('id', '=', id)).returning('id').execute()).length;
}
