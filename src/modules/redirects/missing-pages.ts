import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import { encodedPath, matchedText, patternOf } from './patterns.ts';
import { escapeAsterisks, lowerCased, normalSource, safeDecode, sourcesFor, spellings } from './model.ts';

const dayMs = 24 * 60 * 60_000;
const weekDays = 7;
/** Paths stored per day; beyond that the least requested and then the least recent are deleted. */
const maxPaths = 500;
const batchSize = 200;

const dayOf = (moment: number) => Math.floor(moment / dayMs);

/** A path that readers requested in the last seven days, and that has no page. */
export interface MissingPage {
  readonly id: number;
  readonly path: string;
  readonly count: number;
  /** Milliseconds of the first request by day, and of the latest one. */
  readonly firstDay: number;
  readonly seenAt: number;
}

/** Adds requests to the day's counts and deletes those of past weeks. Emits nothing: no page shows them. */
export async function addMissingPages(
  tx: Tx,
  counts: ReadonlyMap<string, number>,
  now: number,
  most = maxPaths,
): Promise<void> {
  const day = dayOf(now);
  await tx.db
    .deleteFrom('missing_page')
    .where((either) => either.or([either('day', '<=', day - weekDays), either('day', '>', day)]))
    .execute();
  // Sorted, so that concurrent writers can't deadlock.
  const rows = [...counts]
    .map(([path, count]) => ({ day, path, count, seen_at: now }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (let at = 0; at < rows.length; at += batchSize) {
    await tx.db
      .insertInto('missing_page')
      .values(rows.slice(at, at + batchSize))
      .onConflict((conflict) =>
        conflict.columns(['path', 'day']).doUpdateSet({
          count: sql`missing_page.count + excluded.count`,
          seen_at: sql`excluded.seen_at`,
        }),
      )
      .execute();
  }
  const excess = await tx.db
    .selectFrom('missing_page')
    .select('id')
    .where('day', '=', day)
    .orderBy('count', 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(10 * maxPaths)
    .execute();
  for (let at = 0; at < excess.length; at += batchSize) {
    await tx.db
      .deleteFrom('missing_page')
      .where(
        'id',
        'in',
        excess.slice(at, at + batchSize).map(({ id }) => id),
      )
      .execute();
  }
}

export const missingPageOrders = ['count', 'path', 'seen'] as const;

interface MissingQuery {
  readonly now: number;
  readonly limit: number;
  readonly offset?: number;
  readonly search?: string | undefined;
  readonly orderby?: (typeof missingPageOrders)[number];
  readonly order?: 'asc' | 'desc';
}

export async function listMissingPages(
  read: Reader,
  { now, limit, offset = 0, search, orderby = 'count', order = 'desc' }: MissingQuery,
): Promise<{ pages: MissingPage[]; total: number }> {
  const among = read
    .selectFrom('missing_page')
    .where('day', '>', dayOf(now) - weekDays)
    .$if(search !== undefined, (query) => query.where(holdsFolded('path', safeDecode(search ?? ''))));
  const sorts = { count: sql`sum(count)`, path: sql`path`, seen: sql`max(seen_at)` } as const;
  const [rows, counted] = await Promise.all([
    among
      .select((eb) => [
        'path',
        eb.fn.min<number>('id').as('id'),
        eb.fn.min<number>('day').as('day'),
        eb.fn.max<number>('seen_at').as('seen_at'),
        eb.fn.sum<number>('count').as('total'),
      ])
      .groupBy('path')
      .orderBy(sorts[orderby], order)
      .orderBy('path')
      .limit(limit)
      .offset(offset)
      .execute(),
    among.select((eb) => eb.fn.count<number>('path').distinct().as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    pages: rows.map((row) => ({
      id: Number(row.id),
      path: row.path,
      count: Number(row.total),
      firstDay: Number(row.day) * dayMs,
      seenAt: Number(row.seen_at),
    })),
    total: Number(counted.total),
  };
}

export async function findMissingPage(read: Reader, id: number): Promise<{ path: string } | undefined> {
  return read.selectFrom('missing_page').select('path').where('id', '=', id).executeTakeFirst();
}

export async function deleteMissingPage(tx: Tx, path: string): Promise<void> {
  await tx.db.deleteFrom('missing_page').where('path', '=', path).execute();
}

/** Deletes the counts of paths that redirects from these sources apply to. */
export async function deleteRedirected(tx: Tx, sources: readonly string[]): Promise<void> {
  const stored = sources.map(normalSource);
  const patterns = stored.flatMap((source) => patternOf(source) ?? []);
  const plain = new Set(stored.flatMap(spellings).map(escapeAsterisks));
  const isRedirected = (path: string) => {
    if (sourcesFor(encodedPath(path)).some((source) => plain.has(source))) return true;
    const spelled = [path, lowerCased(path) ?? path].map(encodedPath);
    return patterns.some((pattern) => spelled.some((one) => matchedText(pattern, one) !== undefined));
  };
  const rows = await tx.db.selectFrom('missing_page').select('path').distinct().execute();
  const paths = rows.map(({ path }) => path).filter(isRedirected);
  for (let at = 0; at < paths.length; at += batchSize) {
    await tx.db
      .deleteFrom('missing_page')
      .where('path', 'in', paths.slice(at, at + batchSize))
      .execute();
  }
}
