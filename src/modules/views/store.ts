import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { enlistedBesideStatusSql } from '../posts/index.ts';
import { articleTypes } from '../types/index.ts';

const dayMs = 24 * 60 * 60_000;
/** Days that make a week's popularity. */
const weekDays = 7;
/** Posts that a week's list holds. */
const mostOfWeek = 500;
/** Posts of one statement. */
const batchSize = 500;

// Views of a post on a day are counters: `views:020411:12`, the day since 1970 in six digits, so that a span of days is a span of keys.
const dayKey = (moment: number) => `views:${String(Math.floor(moment / dayMs)).padStart(6, '0')}`;

/**
 * Adds views to published posts, by id, and returns which of them are such; others are left as they are. Emits nothing: lists by views look again by
 * themselves.
 */
export async function addViews(
  tx: Tx,
  views: ReadonlyMap<number, number>,
  now: number,
): Promise<ReadonlySet<number>> {
  const listed = new Set<number>();
  // In the order of ids, so that two writers never wait for each other crosswise.
  const ids = [...views.keys()].toSorted((a, b) => a - b);
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize);
    const count = sql<number>`case post.id ${sql.join(
      batch.map((id) => sql`when ${sql.lit(id)} then ${sql.lit(views.get(id) ?? 0)}`),
      sql` `,
    )} else 0 end`;
    // Found by their ids alone, never by an index of types.
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

/**
 * Ids of the posts that were read most in the last seven days, most first; some may have been taken back meanwhile. What it costs grows with the posts that
 * were read.
 */
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
    .slice(0, mostOfWeek)
    .map(([id]) => id);
}
