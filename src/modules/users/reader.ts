import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import { folded, holding, holdsFolded } from '../../kernel/db/search-sql.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import type { UserTable } from '../../kernel/db/tables/site-tables.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { hashPassword, verifyPassword } from '../../lib/credentials.ts';
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

/** Users by id, in no particular order. */
export async function findUsers(read: Reader, ids: readonly number[]): Promise<Map<number, User>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('user').select(columns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toUser(row)]));
}

/** A user by id, or undefined. */
export async function findUser(read: Reader, id: number): Promise<User | undefined> {
  return (await findUsers(read, [id])).get(id);
}

/** A user who is about to be changed: nobody else can change them until the transaction ends; who gives them something (`hold-users.ts`) does not wait. */
export async function findUserToChange(tx: Tx, id: number): Promise<User | undefined> {
  const row = await tx.db
    .selectFrom('user')
    .select(columns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row && toUser(row);
}

/** A user by log-in name, exactly as it is written. */
export async function findUserByLogin(read: Reader, login: string): Promise<User | undefined> {
  const row = await read.selectFrom('user').select(columns).where('login', '=', login).executeTakeFirst();
  return row && toUser(row);
}

/** A user by log-in name, in any case of the letters A to Z: no two have names that differ by that alone. */
export async function findUserByFoldedLogin(read: Reader, login: string): Promise<User | undefined> {
  const row = await read
    .selectFrom('user')
    .select(columns)
    .where((eb) => eb(eb.fn<string>('lower', ['login']), '=', foldLogin(login)))
    .orderBy('id')
    .executeTakeFirst();
  return row && toUser(row);
}

/** A user whose log-in name is an address of mail, in whatever form. */
export async function findUserByAddressAsLogin(read: Reader, email: string): Promise<User | undefined> {
  const row = await read
    .selectFrom('user')
    .select(columns)
    .where((eb) => eb(eb.fn<string>('lower', ['login']), 'in', emailForms(email).map(foldLogin)))
    .orderBy('id')
    .executeTakeFirst();
  return row && toUser(row);
}

/** A user by the name in `/author/{slug}/`. */
export async function findUserBySlug(read: Reader, slug: string): Promise<User | undefined> {
  const row = await read.selectFrom('user').select(columns).where('slug', '=', slug).executeTakeFirst();
  return row && toUser(row);
}

/** A user by email address, in small or capital letters, its domain as people or as machines write it. */
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

/** The user with this value of a meta key; looks at all values of the key. */
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

/** Of those with an address in any of its forms the one who has it as it is written here. */
function asWritten<Row extends { readonly email: string }>(
  rows: readonly Row[],
  email: string,
): Row | undefined {
  const written = email.trim().toLowerCase();
  return rows.find((row) => row.email === written) ?? rows[0];
}

export interface UserListQuery {
  /** Only those for whom it holds, as `visible-users.ts` says. */
  readonly among?: Rule<RuledUser & { readonly hasArticles: boolean }>;
  /** Only people with one of these roles. */
  readonly roles?: readonly string[];
  /** Only people with a role of each of these sets. */
  readonly roleSets?: readonly (readonly string[])[];
  /** Only people with listed posts of one of these types. */
  readonly withPosts?: readonly string[];
  /** Only people who can't sign in by a password, such as imported authors who were not invited yet. */
  readonly withoutPassword?: boolean;
  /** Part of the public name; with `searchPrivate` of log-in name or email address, too. */
  readonly search?: string;
  readonly searchPrivate?: boolean;
  readonly slugs?: readonly string[];
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  /** Default by public name. */
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

/** Names of roles may hold `_`, which alone stands for any letter. */
const hasRole = (role: string) => sql<SqlBool>`roles like ${holding(JSON.stringify(role))} escape '\\'`;

/** Users with the number of all that match. */
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
  // A part that is not full ends the list, and so says how many there are; one behind the end does not.
  if (users.length < limit && (users.length > 0 || offset === 0))
    return { users, total: offset + users.length };
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { users, total: Number(total) };
}

/** How many accounts there are, and how many have each role: who has several counts in each. */
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

/** Meta values by key, in the order they were added. */
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

/** Verified in place of an unknown user's password, so that the answer takes as long as for a known one. */
let hashOfNobody: ReturnType<typeof hashPassword> | undefined;

/** What somebody types who signs in: an account's log-in name, in any case of the letters A to Z, or its email address. */
async function rowByName(read: Reader, loginOrEmail: string) {
  const name = loginOrEmail.trim();
  // Several people may have no email address: an empty name must match none of them.
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

/** Log-in names as they are compared where somebody signs in: both databases fold the letters A to Z. */
export function foldLogin(login: string): string {
  return login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether somebody can sign in by a password. */
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

/** The user whom somebody means who types a log-in name or an email address. */
export async function findUserByName(read: Reader, loginOrEmail: string): Promise<User | undefined> {
  const row = await rowByName(read, loginOrEmail);
  return row && toUser(row);
}

/** Somebody whose password was right, and what is stored of it. */
export interface ByPassword {
  readonly user: User;
  readonly passwordHash: string;
}

/**
 * The user with this log-in name or email address and this password, with the stored hash that it was right by: `findByHashToChange` says whether it still is.
 * Undefined says not which of the two was wrong. One hash, be it there or not.
 */
export async function findByPassword(
  read: Reader,
  loginOrEmail: string,
  password: string,
): Promise<ByPassword | undefined> {
  const row = await rowByName(read, loginOrEmail);
  hashOfNobody ??= hashPassword('nobody has this password');
  const matching = await verifyPassword(
    row?.password_hash ? { encoded: row.password_hash } : await hashOfNobody,
    password,
  );
  return row?.password_hash && matching ? { user: toUser(row), passwordHash: row.password_hash } : undefined;
}

/** A user as long as their password is the one whose hash was read before; nobody else can change them until the transaction ends. */
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

/** What rules ask of somebody: who they are, and whether everybody is told of something that they wrote. */
interface RuledUser {
  readonly id: number;
  /** Listed posts of one of `typesOfAuthors`. */
  readonly isPublished: boolean;
}

const account = fact<Pick<RuledUser, 'id'>, number>('user', 'id', ({ id }) => id);

/** Types whose posts tell visitors over REST who wrote them: those that they see there, and that have authors. They are asked anew each time. */
export function typesOfAuthors(): string[] {
  return registeredTypes()
    .filter(
      ({ isPublic, restBase, supports }) => isPublic && restBase !== undefined && supports.has('author'),
    )
    .map(({ name }) => name);
}

/** People who have listed articles, which is what gives people a page. */
export const authors: Rule<{ readonly hasArticles: boolean }> = {
  test: ({ hasArticles }) => hasArticles,
  sql: ({ as = 'user' } = {}) => writesSql([articleType], as),
};

/** People whom posts tell of over REST: visitors are told of them there, whether they have a page or not, as in WordPress. */
const published: Rule<Pick<RuledUser, 'isPublished'>> = {
  test: ({ isPublished }) => isPublished,
  sql: ({ as = 'user' } = {}) => writesSql(typesOfAuthors(), as),
};

/** Whether somebody of the table `as` has listed posts of one of these types, from the maintained counters. */
function writesSql(types: readonly string[], as = 'user') {
  if (types.length === 0) return sql<boolean>`1 = 0`;
  const keys = sql.join(types.map((type) => authorCounterSql(sql.ref(`${as}.id`), type)));
  return sql<boolean>`exists (select 1 from counter where counter.key in (${keys}) and counter.value > 0)`;
}

/** Whom somebody (undefined: a visitor) is shown in lists of people: who published something, or everybody where they may list accounts. */
export function visibleUsers(actor: Actor | undefined): Rule<RuledUser> {
  return mayListUsers(actor) ? always : published;
}

/** Whom somebody (undefined: a visitor) may look at one by one: those, and themselves. */
export function readableUsers(actor: Actor | undefined): Rule<RuledUser> {
  const visible = visibleUsers(actor);
  return actor ? any<RuledUser>(visible, account.equals(actor.id)) : visible;
}

/**
 * Keeps accounts from being deleted until the transaction ends: what is given to them is there when their posts go to somebody else. 0 is nobody. Throws
 * `InvalidInputError` for one that there is not, or not any more. SQLite lets one writer in at a time anyway.
 */
export async function holdUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  const there = await findUsersToStay(tx, wanted);
  const gone = wanted.filter((id) => !there.has(id));
  if (gone.length > 0) {
    throw new InvalidInputError(
      `There is no account ${gone.slice(0, 10).join(', ')} any more, so that nothing can be given to it.`,
      'rest_invalid_author',
    );
  }
}

/** Those of these accounts that there are: none of them is deleted until the transaction ends. */
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
 * Waits for all who are giving something to an account that is about to be deleted, and lets nobody else until the transaction ends. Its heir only has to stay,
 * and may be who asks, and asks it several times at once. In the order of their numbers: two who delete each other's heirs wait for one another once.
 */
export async function holdToDelete(tx: Tx, id: number, heir?: number): Promise<void> {
  if (!tx.dialect.rowLocks) return;
  for (const held of [...new Set([id, heir ?? id])].toSorted((a, b) => a - b)) {
    const row = tx.db.selectFrom('user').select('id').where('id', '=', held);
    await (held === id ? row.forUpdate() : row.forNoKeyUpdate()).execute();
  }
}
