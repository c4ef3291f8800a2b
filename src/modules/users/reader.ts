import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { folded, holding, holdsFolded } from '../../kernel/db/search-sql.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import type { UserTable } from '../../kernel/db/tables/site-tables.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { hashOfNobody, verifyPassword } from '../../lib/credentials.ts';
import { readStored, storedTexts } from '../../lib/schemas.ts';
import type { User, Actor } from '../../kernel/permission.ts';
import { always, any, fact } from '../../kernel/db/rule.ts';
import { authorCounterSql, articleType, registeredTypes } from '../types/index.ts';
import { mayListUsers } from './policy.ts';
import { InvalidInputError } from '../../lib/errors.ts';

const columns = [
  'id',
  'login',
  'email',
  'slug',
  'display_name',
  'url',
  'bio',
  'roles',
  'created_at',
  'revision',
  'portrait',
  'links',
] as const;

function toUser(row: Pick<Selectable<UserTable>, (typeof columns)[number]>): User {
  return {
    id: row.id,
    login: row.login,
    email: row.email,
    slug: row.slug,
    displayName: row.display_name,
    url: row.url,
    bio: row.bio,
    roles: readStored(storedTexts, row.roles, []),
    createdAt: row.created_at,
    revision: row.revision,
    portrait: row.portrait,
    links: readStored(storedTexts, row.links, []),
  };
}

export async function findUsers(read: Reader, ids: readonly number[]): Promise<Map<number, User>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('user').select(columns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toUser(row)]));
}

export async function findUser(read: Reader, id: number): Promise<User | undefined> {
  return (await findUsers(read, [id])).get(id);
}

/** Locks a user for changes until the transaction ends; assigning something to the user (`holdUsers`) doesn't wait for it. */
export async function findUserToChange(tx: Tx, id: number): Promise<User | undefined> {
  const row = await tx.db
    .selectFrom('user')
    .select(columns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && toUser(row);
}

export async function findUserByLogin(read: Reader, login: string): Promise<User | undefined> {
  const row = await read.selectFrom('user').select(columns).where('login', '=', login).executeTakeFirst();
  return row && toUser(row);
}

/** Ignores the case of A to Z; log-in names that differ only by that can't coexist. */
export async function findUserByFoldedLogin(read: Reader, login: string): Promise<User | undefined> {
  const row = await read
    .selectFrom('user')
    .select(columns)
    .where((eb) => eb(eb.fn<string>('lower', ['login']), '=', foldLogin(login)))
    .orderBy('id')
    .executeTakeFirst();
  return row && toUser(row);
}

/** The user whose log-in name is this email address, in any form. */
export async function findUserByAddressAsLogin(read: Reader, email: string): Promise<User | undefined> {
  const row = await read
    .selectFrom('user')
    .select(columns)
    .where((eb) => eb(eb.fn<string>('lower', ['login']), 'in', emailForms(email).map(foldLogin)))
    .orderBy('id')
    .executeTakeFirst();
  return row && toUser(row);
}

export async function findUserBySlug(read: Reader, slug: string): Promise<User | undefined> {
  const row = await read.selectFrom('user').select(columns).where('slug', '=', slug).executeTakeFirst();
  return row && toUser(row);
}

/** Ignores case; the domain may be in Unicode or Punycode. */
export async function findUserByEmail(read: Reader, email: string): Promise<User | undefined> {
  const row = asWritten(
    await read
      .selectFrom('user')
      .select(columns)
      .where('email', 'in', emailForms(email))
      .orderBy('id')
      .execute(),
    email,
  );
  return row && toUser(row);
}

/** The user with this value of a meta key; scans all values of the key. */
export async function findUserByMeta(read: Reader, key: string, value: string): Promise<User | undefined> {
  const row = await read
    .selectFrom('user_meta')
    .select('user_id')
    .where('key', '=', key)
    .where('value', '=', value)
    .orderBy('id')
    .executeTakeFirst();
  return row && findUser(read, row.user_id);
}

/** Among users with equivalent addresses, prefers the exact spelling. */
function asWritten<Row extends { readonly email: string }>(
  rows: readonly Row[],
  email: string,
): Row | undefined {
  const written = email.trim().toLowerCase();
  return rows.find((row) => row.email === written) ?? rows[0];
}

export interface UserListQuery {
  readonly among?: Rule<RuledUser & { readonly hasArticles: boolean }>;
  readonly roles?: readonly string[];
  /** Only users with a role of each set. */
  readonly roleSets?: readonly (readonly string[])[];
  /** Only users with listed posts of one of these types. */
  readonly withPosts?: readonly string[];
  /** Only users without a password, such as imported authors who haven't been invited. */
  readonly withoutPassword?: boolean;
  /** Substring of the display name; with `searchPrivate` also of the log-in name and email. */
  readonly search?: string;
  readonly searchPrivate?: boolean;
  readonly slugs?: readonly string[];
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  /** Default: display name. */
  readonly order?: 'name' | 'id' | 'slug' | 'login' | 'email' | 'registered';
  readonly descending?: boolean;
  readonly limit: number;
  readonly offset?: number;
}

const orderColumns = {
  name: folded('display_name'),
  id: 'id',
  slug: 'slug',
  login: 'login',
  email: 'email',
  registered: 'created_at',
} as const;

/** Role names may contain `_`, a wildcard of LIKE. */
const hasRole = (role: string) => sql<SqlBool>`roles like ${holding(JSON.stringify(role))} escape '\\'`;

export async function listUsers(
  read: Reader,
  query: UserListQuery,
): Promise<{ users: User[]; total: number }> {
  let rows = read.selectFrom('user');
  if (query.among) rows = rows.where(query.among.sql());
  for (const roles of [...(query.roles ? [query.roles] : []), ...(query.roleSets ?? [])]) {
    rows = rows.where((eb) => eb.or(roles.map(hasRole)));
  }
  if (query.withPosts) rows = rows.where(writesSql(query.withPosts));
  if (query.withoutPassword) rows = rows.where('password_hash', '=', '');
  if (query.search) rows = rows.where((eb) => matches(eb, query.search ?? '', query.searchPrivate ?? false));
  if (query.slugs) rows = rows.where('slug', 'in', query.slugs.length > 0 ? query.slugs : ['']);
  if (query.ids) rows = rows.where('id', 'in', query.ids.length > 0 ? query.ids : [0]);
  if (query.excludeIds && query.excludeIds.length > 0) rows = rows.where('id', 'not in', query.excludeIds);
  const direction = query.descending ? 'desc' : 'asc';
  const { limit, offset = 0 } = query;
  const found = await rows
    .select(columns)
    .orderBy(orderColumns[query.order ?? 'name'], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const users = found.map(toUser);
  // A partly filled page gives the total; an empty page beyond the end doesn't.
  if (users.length < limit && (users.length > 0 || offset === 0))
    return { users, total: offset + users.length };
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { users, total: Number(total) };
}

/** Number of accounts in total and by role; accounts with several roles count in each. */
export async function countByRole(read: Reader): Promise<{ all: number; byRole: Map<string, number> }> {
  const rows = await read
    .selectFrom('user')
    .select((eb) => ['roles', eb.fn.countAll<number>().as('total')])
    .groupBy('roles')
    .execute();
  const byRole = new Map<string, number>();
  for (const { roles, total } of rows)
    for (const role of readStored(storedTexts, roles, []))
      byRole.set(role, (byRole.get(role) ?? 0) + Number(total));
  return { all: rows.reduce((sum, { total }) => sum + Number(total), 0), byRole };
}

function matches(
  eb: ExpressionBuilder<Tables, 'user'>,
  search: string,
  everywhere: boolean,
): Expression<SqlBool> {
  const searched = everywhere
    ? (['display_name', 'slug', 'login', 'email'] as const)
    : (['display_name', 'slug'] as const);
  return eb.or(searched.map((column) => holdsFolded(column, search)));
}

export async function findUserMeta(read: Reader, userId: number): Promise<Map<string, string[]>> {
  const meta = new Map<string, string[]>();
  for (const { key, value } of await read
    .selectFrom('user_meta')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()) {
    meta.set(key, [...(meta.get(key) ?? []), value]);
  }
  return meta;
}

async function rowByName(read: Reader, loginOrEmail: string) {
  const name = loginOrEmail.trim();
  // Several users may have no email address; an empty name must not match them.
  if (name === '') return undefined;
  const rows = await read
    .selectFrom('user')
    .select([...columns, 'password_hash'])
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['login']), '=', foldLogin(name)),
        eb('email', 'in', emailForms(name)),
      ]),
    )
    .orderBy('id')
    .execute();
  return (
    rows.find(({ login }) => login === name) ??
    rows.find(({ login }) => foldLogin(login) === foldLogin(name)) ??
    asWritten(rows, name)
  );
}

/** The form in which log-in names are compared; both databases fold A to Z. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export async function hasPassword(read: Reader, id: number): Promise<boolean> {
  return (
    (await read
      .selectFrom('user')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '<>', '')
      .executeTakeFirst()) !== undefined
  );
}

export async function findUserByName(read: Reader, loginOrEmail: string): Promise<User | undefined> {
  const row = await rowByName(read, loginOrEmail);
  return row && toUser(row);
}

/** `passwordHash` is the stored hash that the password matched. */
export interface ByPassword {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * The user with this name or email and password, with the hash that matched (see `findByHashToChange`). Undefined
 * doesn't reveal which was wrong, and costs one hash in any case.
 */
export async function findByPassword(
  read: Reader,
  loginOrEmail: string,
  password: string,
): Promise<ByPassword | undefined> {
  const row = await rowByName(read, loginOrEmail);
  // Verified even without an account, so that the answer takes as long.
  const matching = await verifyPassword({ encoded: row?.password_hash || hashOfNobody }, password);
  return row?.password_hash && matching ? { user: toUser(row), passwordHash: row.password_hash } : undefined;
}

/** Locks a user whose password hash is still the verified one; otherwise undefined. */
export async function findByHashToChange(
  tx: Tx,
  { user: { id }, passwordHash }: ByPassword,
): Promise<User | undefined> {
  const row = await tx.db
    .selectFrom('user')
    .select([...columns, 'password_hash'])
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row?.password_hash === passwordHash ? toUser(row) : undefined;
}

interface RuledUser {
  readonly id: number;
  /** Has listed posts of one of `typesOfAuthors`. */
  readonly isPublished: boolean;
}

const account = fact<Pick<RuledUser, 'id'>, number>('user', 'id', ({ id }) => id);

/** Types whose authors REST exposes to visitors: public, in REST, with authors. Computed on each call, since types change at run time. */
export function typesOfAuthors(): string[] {
  return registeredTypes()
    .filter(
      ({ isPublic, restBase, supports }) => isPublic && restBase !== undefined && supports.has('author'),
    )
    .map(({ name }) => name);
}

/** Users with listed articles, who therefore have an author page. */
export const authors: Rule<{ readonly hasArticles: boolean }> = {
  test: ({ hasArticles }) => hasArticles,
  sql: ({ as = 'user' } = {}) => writesSql([articleType], as),
};

/** Users whom REST exposes to visitors through their posts, with or without an author page, as in WordPress. */
const published: Rule<Pick<RuledUser, 'isPublished'>> = {
  test: ({ isPublished }) => isPublished,
  sql: ({ as = 'user' } = {}) => writesSql(typesOfAuthors(), as),
};

/** Whether the user in table `as` has listed posts of these types, by the maintained counters. */
function writesSql(types: readonly string[], as = 'user') {
  if (types.length === 0) return sql<boolean>`1 = 0`;
  const keys = sql.join(types.map((type) => authorCounterSql(sql.ref(`${as}.id`), type)));
  return sql<boolean>`exists (select 1 from counter where counter.key in (${keys}) and counter.value > 0)`;
}

/** Users listed for an actor (undefined: a visitor): published authors, or all with `list_users`. */
export function visibleUsers(actor: Actor | undefined): Rule<RuledUser> {
  return mayListUsers(actor) ? always : published;
}

/** Users an actor (undefined: a visitor) may view individually: the listed ones and themselves. */
export function readableUsers(actor: Actor | undefined): Rule<RuledUser> {
  const visible = visibleUsers(actor);
  return actor ? any<RuledUser>(visible, account.equals(actor.id)) : visible;
}

/**
 * Locks accounts against deletion until the transaction ends, so that content assigned to them isn't lost. Ignores 0.
 * Throws `InvalidInputError` for missing ones. SQLite needs no lock, since it has one writer.
 */
export async function holdUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  const requested = [...new Set(ids)].filter((id) => id > 0);
  const existing = await findUsersToStay(tx, requested);
  const missing = requested.filter((id) => !existing.has(id));
  if (missing.length > 0) {
    throw new InvalidInputError(
      `There is no account ${missing.slice(0, 10).join(', ')} any more, so that nothing can be given to it.`,
      'rest_invalid_author',
    );
  }
}

/** The existing accounts among these ids, locked against deletion until the transaction ends. */
export async function findUsersToStay(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Waits for transactions that assign content to an account, then locks it for deletion; its heir is locked against
 * deletion only. Locks by id, to prevent deadlocks between mutual deletions.
 */
export async function holdToDelete(tx: Tx, id: number, heir?: number): Promise<void> {
  if (!tx.dialect.rowLocks) return;
  for (const held of [...new Set([id, heir ?? id])].toSorted((a, b) => a - b)) {
    const row = tx.db.selectFrom('user').select('id').where('id', '=', held);
    await (held === id ? row.forUpdate() : row.forNoKeyUpdate()).execute();
  }
}
