import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { isLocalHost } from '../../lib/network.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { foldLogin } from './reader.ts';

/** A password that somebody gave to a program, as its owner sees it: what opens the door is shown once, when it is made. */
export interface ApplicationPassword {
  /** A UUID. */
  readonly id: string;
  readonly userId: number;
  /** A UUID that the program has for itself; empty: none. */
  readonly appId: string;
  readonly name: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** 0: never. */
  readonly usedAt: number;
  readonly usedIp: string;
}

/** Passwords that one account may have given away. */
export const mostApplicationPasswords = 100;

/** They go with every request as they are: over https only, but for a site that is looked at on its own machine. */
export function takesApplicationPasswords(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  return protocol === 'https:' || isLocalHost(hostname);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const length = 24;
const written = /^[\dA-Za-z]{24}$/;

/** 24 random characters cannot be tried out, so that their hash may be a fast one: a request with a password costs no more than one with a cookie. */
const hashOf = (password: string) =>
  createHash('sha256').update(`application password\0${password}`).digest('base64url');

/** A password in groups of four, as people see it. */
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

/** Those of somebody, the oldest first. */
export async function listApplicationPasswords(read: Reader, userId: number): Promise<ApplicationPassword[]> {
  const rows = await read
    .selectFrom('application_password')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostApplicationPasswords)
    .execute();
  return rows.map(toApplicationPassword);
}

/** One of somebody's; undefined where it is gone, or is another's. */
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

/** The one that opens an account by its log-in name or address, both as people may write them. */
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

/** Makes one; `password` is known to nobody else, and nowhere written. */
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

/** Changes what it is called. */
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

/** Uses that are written down, in milliseconds: one in a minute. */
const notedMs = 60_000;

/** Whether a use of it, at this moment, is to be written down. */
export function isUseNews({ usedAt }: ApplicationPassword, now = Date.now()): boolean {
  return usedAt <= now - notedMs;
}

/** Writes down that it was used. */
export async function noteUse(tx: Tx, id: string, ip: string, now = Date.now()): Promise<void> {
  await tx.db
    .updateTable('application_password')
    .set({ used_at: now, used_ip: ip })
    .where('id', '=', id)
    .where('used_at', '<=', now - notedMs)
    .execute();
}

/** Ends all that somebody has given away, or one; returns how many. */
export async function endApplicationPasswordsOf(tx: Tx, userId: number, id?: string): Promise<number> {
  const all = tx.db.deleteFrom('application_password').where('user_id', '=', userId);
  return (await (id === undefined ? all : all.where('id', '=', id)).returning('id').execute()).length;
}
