import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { fold } from '../../lib/fold.ts';
import { ConflictError, NotFoundError } from '../../lib/errors.ts';
import { checkAddresses, refuseLoop } from './check-redirect.ts';
import type { CheckedRedirect, OtherRedirects, RedirectInput } from './check-redirect.ts';
import { escapeAsterisks, normalSource, safeDecode } from './model.ts';
import type { Redirect } from './model.ts';
import { encodedPath, firstPattern, parsePatterns, patternOf } from './patterns.ts';
import type { RedirectTable } from '../../kernel/db/tables/site-tables.ts';

/** Adds a redirect; returns its id. Throws `ConflictError` for a taken source, `InvalidInputError` for an invalid target or a loop. */
export async function addRedirect(tx: Tx, input: RedirectInput): Promise<number> {
  const redirect = await check(tx, input, 0);
  const { id } = await tx.db
    .insertInto('redirect')
    .values({ ...redirect, created_at: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces a redirect. Throws like `addRedirect`, and `NotFoundError` if it does not exist. */
export async function updateRedirect(tx: Tx, id: number, input: RedirectInput): Promise<void> {
  const redirect = await check(tx, input, id);
  const changed = await tx.db
    .updateTable('redirect')
    .set((eb) => ({ ...redirect, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0)
    throw new NotFoundError(`There is no redirect ${id}.`, 'redirect_not_found');
}

export async function deleteRedirect(tx: Tx, id: number): Promise<void> {
  await tx.db.deleteFrom('redirect').where('id', '=', id).execute();
}

/** Redirects near a pattern's target that a saved redirect is checked against. */
const maxNear = 200;

/** Validates a redirect against the stored ones; `ownId` is 0 for a new one. */
async function check(
  tx: Tx,
  input: RedirectInput,
  ownId: number,
): Promise<CheckedRedirect & { stem: string }> {
  const checked = checkAddresses(input);
  const { source, status } = checked;
  if (status !== 410) {
    await holdRedirects(tx);
    await refuseLoop({ ...checked, id: ownId, createdAt: 0, revision: 0 }, storedRedirects(tx.db, ownId));
  }
  const taken = await findRedirect(tx.db, source);
  if (taken && taken.id !== ownId) {
    throw new ConflictError(
      `"${source}" is redirected already, to "${taken.target}" (redirect ${taken.id}).`,
      'redirect_exists',
    );
  }
  return { ...checked, stem: patternOf(source)?.stem ?? '' };
}

/** Stored redirects other than `ownId`. */
function storedRedirects(read: Reader, ownId: number): OtherRedirects {
  const without = (redirects: readonly Redirect[]) => redirects.filter(({ id }) => id !== ownId);
  return {
    first: async (sources) => without(await findAllOf(read, sources))[0],
    patternsAt: async (path) => parsePatterns(without(await findPatternsAt(read, path))),
    near: async (stem) => {
      const rows = await read
        .selectFrom('redirect')
        .select(columns)
        .where((either) =>
          either.or([
            either.and([either('source', '>=', stem), either('source', '<', `${stem}\uffff`)]),
            either.and([either('stem', '<>', ''), beginsWith(stem)]),
          ]),
        )
        .orderBy((order) => order.fn('length', ['stem']), 'desc')
        .orderBy('source')
        .limit(maxNear)
        .execute();
      return without(rows.map(toRedirect));
    },
  };
}

const columns = ['id', 'source', 'target', 'status', 'created_at', 'revision'] as const;

function toRedirect(row: Omit<Selectable<RedirectTable>, 'stem'>): Redirect {
  return {
    id: row.id,
    source: row.source,
    target: row.target,
    status: row.status,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

/** The redirect with a source, in any spelling of it that is stored the same. */
export async function findRedirect(read: Reader, source: string): Promise<Redirect | undefined> {
  const row = await read
    .selectFrom('redirect')
    .select(columns)
    .where('source', '=', normalSource(source))
    .executeTakeFirst();
  return row && toRedirect(row);
}

export async function findRedirectToChange(tx: Tx, id: number): Promise<Redirect | undefined> {
  await holdRedirects(tx);
  const row = await tx.db
    .selectFrom('redirect')
    .select(columns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toRedirect(row);
}

/** Same by source; also blocks concurrent additions of it. */
export async function findSourceToChange(tx: Tx, source: string): Promise<Redirect | undefined> {
  await holdRedirects(tx);
  return findRedirect(tx.db, source);
}

/**
 * Serializes all changes of redirects until the transaction ends; taken before row locks. Concurrent changes could use
 * the same source or form a loop.
 */
export async function holdRedirects(tx: Tx): Promise<void> {
  await tx.dialect.lockName('redirects')?.execute(tx.db);
}

/** The redirect of the first of these addresses; patterns don't count. */
export async function findFirstRedirect(
  read: Reader,
  addresses: readonly string[],
): Promise<Redirect | undefined> {
  return (await findAllOf(read, addresses))[0];
}

async function findAllOf(read: Reader, addresses: readonly string[]): Promise<Redirect[]> {
  const sources = addresses.map(escapeAsterisks);
  const rows = await read.selectFrom('redirect').select(columns).where('source', 'in', sources).execute();
  return rows.map(toRedirect).toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source));
}

/** Whether a text begins with a row's stem. */
const beginsWith = (text: string) => sql<boolean>`substr(cast(${text} as text), 1, length(stem)) = stem`;

/** Patterns whose part before `*` begins a path. */
async function findPatternsAt(read: Reader, path: string): Promise<Redirect[]> {
  // With a slash, since `/old` is also `/old/`.
  const rows = await read
    .selectFrom('redirect')
    .select(columns)
    .where('stem', '<>', '')
    .where(beginsWith(`${encodedPath(path)}/`))
    .execute();
  return rows.map(toRedirect);
}

/** The pattern that applies to a path without a page, with the target that it gives: the longest one. */
export async function findPattern(read: Reader, path: string): Promise<Redirect | undefined> {
  return firstPattern(parsePatterns(await findPatternsAt(read, path)), path);
}

const maxQueries = 500;

export async function findQueryRedirects(read: Reader, paths: readonly string[]): Promise<Redirect[]> {
  // `@` is the character after `?`: the range covers the path with any query.
  const rows = await read
    .selectFrom('redirect')
    .select(columns)
    .where((either) =>
      either.or(
        paths
          .map(escapeAsterisks)
          .map((path) => either.and([either('source', '>', `${path}?`), either('source', '<', `${path}@`)])),
      ),
    )
    .limit(maxQueries)
    .execute();
  return rows.map(toRedirect);
}

export const redirectOrders = ['source', 'target', 'status', 'created'] as const;

interface RedirectQuery {
  readonly limit: number;
  readonly offset?: number;
  /** Only redirects whose source or target contains this text in any spelling, ignoring case and accents. */
  readonly search?: string | undefined;
  readonly orderby?: (typeof redirectOrders)[number];
  readonly order?: 'asc' | 'desc';
}

export async function listRedirects(
  read: Reader,
  { limit, offset = 0, search, orderby = 'source', order = 'asc' }: RedirectQuery,
): Promise<{ redirects: Redirect[]; total: number }> {
  const among = read
    .selectFrom('redirect')
    .$if(search !== undefined, (query) =>
      query.where((either) =>
        either.or(
          (['source', 'target'] as const).flatMap((column) =>
            spelledTexts(search ?? '').map((text) => holdsFolded(column, text)),
          ),
        ),
      ),
    );
  const [rows, counted] = await Promise.all([
    among
      .select(columns)
      .orderBy(orderby === 'created' ? 'created_at' : orderby, order)
      .orderBy('id', order)
      .limit(limit)
      .offset(offset)
      .execute(),
    among.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { redirects: rows.map(toRedirect), total: Number(counted.total) };
}

/** Typed text as addresses may contain it: decoded, or percent-encoded, in which case folding does not reach letters. */
const spelledTexts = (text: string) => [
  ...new Map(
    [safeDecode(text), ...[text, text.toLowerCase(), text.toUpperCase()].map(encodedPath)].map((one) => [
      fold(one),
      one,
    ]),
  ).values(),
];

export async function findRedirectById(read: Reader, id: number): Promise<Redirect | undefined> {
  const row = await read.selectFrom('redirect').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toRedirect(row);
}

const batchSize = 200;

/** All redirects by source, for exports and imports; read in portions. */
export async function readAllRedirects(read: Reader): Promise<Redirect[]> {
  const all: Redirect[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await read
      .selectFrom('redirect')
      .select(columns)
      .where('source', '>', after)
      .orderBy('source')
      .limit(1000)
      .execute();
    all.push(...rows.map(toRedirect));
    after = rows.length < 1000 ? undefined : rows.at(-1)?.source;
  }
  return all;
}

/** Writes redirects that were checked together (`planImport`), in the caller's transaction. */
export async function storeImported(
  tx: Tx,
  added: readonly CheckedRedirect[],
  changed: readonly (CheckedRedirect & { readonly id: number })[],
): Promise<void> {
  const rowOf = ({ source, target, status }: CheckedRedirect) => ({
    source,
    target,
    status,
    stem: patternOf(source)?.stem ?? '',
  });
  for (let at = 0; at < added.length; at += batchSize) {
    await tx.db
      .insertInto('redirect')
      .values(added.slice(at, at + batchSize).map((one) => ({ ...rowOf(one), created_at: Date.now() })))
      .execute();
  }
  for (const one of changed) {
    await tx.db
      .updateTable('redirect')
      .set((eb) => ({ ...rowOf(one), revision: eb('revision', '+', 1) }))
      .where('id', '=', one.id)
      .execute();
  }
}
