import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { RedirectTable } from '../../kernel/db/tables/site-tables.ts';
import type { Redirect } from './redirect.ts';

const columns = ['id', 'source', 'target', 'status', 'created_at', 'revision'] as const;

function toRedirect(row: Selectable<RedirectTable>): Redirect {
  return {
    id: row.id,
    source: row.source,
    target: row.target,
    status: row.status,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

/** The redirect of exactly this path (with query, where the redirect has one), or undefined. */
export async function findRedirect(read: Reader, source: string): Promise<Redirect | undefined> {
  const row = await read
    .selectFrom('redirect')
    .select(columns)
    .where('source', '=', source)
    .executeTakeFirst();
  return row && toRedirect(row);
}

/** A redirect that is about to be changed: nobody else can change it until the transaction ends. */
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

/** The same by its source; where there is none, nobody else adds one there. */
export async function findSourceToChange(tx: Tx, source: string): Promise<Redirect | undefined> {
  await holdRedirects(tx);
  return findRedirect(tx.db, source);
}

/**
 * Who changes where addresses lead takes turns with all others until the transaction ends, before anything of them is held: two may want the same source, or
 * lead to each other, by however many between them.
 */
export async function holdRedirects(tx: Tx): Promise<void> {
  await tx.dialect.lockName('redirects')?.execute(tx.db);
}

/** The redirect of the first of these paths that has one. */
export async function findFirstRedirect(
  read: Reader,
  sources: readonly string[],
): Promise<Redirect | undefined> {
  const rows = await read.selectFrom('redirect').select(columns).where('source', 'in', sources).execute();
  return rows.map(toRedirect).toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))[0];
}

/** Most redirects of one path by its queries that are looked at. */
const mostQueries = 500;

/** The redirects of these paths that have a query, whichever it is. */
export async function findQueryRedirects(read: Reader, paths: readonly string[]): Promise<Redirect[]> {
  // `@` is the character after `?`: all that begins with the path and its question mark lies between.
  const rows = await read
    .selectFrom('redirect')
    .select(columns)
    .where((either) =>
      either.or(
        paths.map((path) =>
          either.and([either('source', '>', `${path}?`), either('source', '<', `${path}@`)]),
        ),
      ),
    )
    .limit(mostQueries)
    .execute();
  return rows.map(toRedirect);
}

/** Redirects in the order of their paths, with the number of all. */
export async function listRedirects(
  read: Reader,
  query: { readonly limit: number; readonly offset?: number },
): Promise<{ redirects: Redirect[]; total: number }> {
  const [rows, counted] = await Promise.all([
    read
      .selectFrom('redirect')
      .select(columns)
      .orderBy('source')
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
    read
      .selectFrom('redirect')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { redirects: rows.map(toRedirect), total: Number(counted.total) };
}
