import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { enlistedBesideStatusSql } from '../posts/index.ts';
import { articleTypes } from '../types/index.ts';

const dayMs = 24 * 60 * 60_000;
const weekDays = 7;
const maxOfWeek = 500;
const batchSize = 500;

/** Characters of a day's key, and of its separator. */
const dayKeyLength = 'views:000000:'.length;

// Daily views are counters: `views:020411:12`, the day since 1970 in six digits, so that a range of days is a range of
// keys.
const dayKey = (moment: number) => `views:${String(Math.floor(moment / dayMs)).padStart(6, '0')}`;

/** Adds views to published posts and returns their ids; ignores others. Emits nothing: lists by views poll. */
export async function addViews(
  tx: Tx,
  views: ReadonlyMap<number, number>,
  now: number,
): Promise<ReadonlySet<number>> {
  const listed = new Set<number>();
  // Sorted by id, so that concurrent writers can't deadlock.
  const ids = [...views.keys()].toSorted((a, b) => a - b);
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize);
    const count = sql<number>`case post.id ${sql.join(
      batch.map((id) => sql`when ${sql.lit(id)} then ${sql.lit(views.get(id) ?? 0)}`),
      sql` `,
    )} else 0 end`;
    // By id only, so that no index of types is used.
    const rows = await tx.db
      .updateTable('post')
      .set({ view_count: sql<number>`view_count + ${count}` })
      .where('id', 'in', batch)
      .where(sql<boolean>`type || '' in (${sql.join(articleTypes().map((name) => sql.lit(name)))})`)
      .where(enlistedBesideStatusSql)
      .returning('id')
      .execute();
    for (const { id } of rows) listed.add(id);
  }
  const counters = [...listed]
    .map((id) => ({ key: `${dayKey(now)}:${id}`, value: views.get(id) ?? 0 }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (let at = 0; at < counters.length; at += batchSize) {
    await tx.db
      .insertInto('counter')
      .values(counters.slice(at, at + batchSize))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: sql`counter.value + excluded.value` }),
      )
      .execute();
  }
  await tx.db
    .deleteFrom('counter')
    .where('key', '>=', 'views:')
    .where('key', '<', dayKey(now - weekDays * dayMs))
    .execute();
  return listed;
}

/** Ids of the posts read most in the last seven days, most first; some may be unpublished since. The cost grows with the number of posts read. */
export async function listReadThisWeek(read: Reader, now: number): Promise<number[]> {
  const views = new Map<number, number>();
  const rows = await read
    .selectFrom('counter')
    .select(['key', 'value'])
    .where('key', '>=', dayKey(now - (weekDays - 1) * dayMs))
    .where('key', '<', 'views;')
    .execute();
  for (const { key, value } of rows) {
    const id = Number(key.split(':')[2]);
    views.set(id, (views.get(id) ?? 0) + Number(value));
  }
  return [...views]
    .toSorted(([idA, a], [idB, b]) => b - a || idB - idA)
    .slice(0, maxOfWeek)
    .map(([id]) => id);
}

export interface ReadsOfDay {
  /** Reads of all posts today; days are in UTC. */
  readonly today: number;
  /** The same on the whole day a week ago. */
  readonly weekAgo: number;
  /** The posts with the most reads today that readers can open, most first. */
  readonly posts: readonly { readonly id: number; readonly title: string; readonly reads: number }[];
}

/** Today's reads, in one query; its cost grows with the posts read on both days. */
export async function findReadsOfDay(
  read: Reader,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<ReadsOfDay> {
  const ofDay = (moment: number) => sql`key >= ${`${dayKey(moment)}:`} and key < ${`${dayKey(moment)};`}`;
  const total = (name: string, moment: number) =>
    sql`select ${sql.lit(name)} as name, 0 as id, '' as title, coalesce(sum(value), 0) as reads
      from counter where ${ofDay(moment)}`;
  const { rows } = await sql<{ name: string; id: number; title: string; reads: number }>`
    ${total('today', now)} union all ${total('week ago', now - weekDays * dayMs)} union all
    select 'post', post.id, post.title, top.value from (
      select key, value from counter where ${ofDay(now)} order by value desc, key limit ${2 * limit}
    ) as top join post on post.id = cast(substr(top.key, ${sql.lit(dayKeyLength + 1)}) as bigint)
      and ${enlistedBesideStatusSql}`.execute(read);
  const totalOf = (name: string) => Number(rows.find((row) => row.name === name)?.reads ?? 0);
  return {
    today: totalOf('today'),
    weekAgo: totalOf('week ago'),
    posts: rows
      .flatMap(({ name, id, title, reads }) => (name === 'post' ? [{ id, title, reads: Number(reads) }] : []))
      .toSorted((a, b) => b.reads - a.reads || b.id - a.id)
      .slice(0, limit),
  };
}
