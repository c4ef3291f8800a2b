import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { startOf } from '../../lib/start-of.ts';
import { enqueueJobs } from '../jobs/writer.ts';
import { dueAt, feedKey, forgottenMs, mostFeeds } from './feed.ts';
import type { FeedItem } from './feed.ts';
import { findFeed } from './reader.ts';

const schema = z.object({ url: z.string().max(2000) });

/** Characters. */
const longestFault = 300;

/** A feed of another site is fetched. */
export const feedJob: JobKind<z.output<typeof schema>> = {
  name: 'feed',
  schema,
  tries: { firstPauseMs: 5 * 60_000, longestPauseMs: 2 * 3_600_000, most: 5 },
};

/**
 * Has a feed fetched that a page shows, where that is due: once, however many ask. False where the site shows as many as it may, and all of them are read.
 */
export async function orderFeed(tx: Tx, url: string, now: number): Promise<boolean> {
  const lock = tx.dialect.lockName('feeds');
  if (lock) await lock.execute(tx.db);
  const known = await findFeed(tx.db, url);
  if (known && dueAt(known) > now) return true;
  if (known) await tx.db.updateTable('feed').set({ asked_at: now }).where('url', '=', url).execute();
  else {
    if (!(await makePlace(tx, now))) return false;
    await tx.db.insertInto('feed').values({ url, items: '[]', fetched_at: 0, asked_at: now }).execute();
  }
  await enqueueJobs(tx, feedJob, [{ key: feedKey(url), payload: { url } }]);
  return true;
}

/** Forgets the feed that nobody asked for the longest time, where there is no place for another. */
async function makePlace(tx: Tx, now: number): Promise<boolean> {
  const { count } = await tx.db
    .selectFrom('feed')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < mostFeeds) return true;
  const oldest = await tx.db
    .selectFrom('feed')
    .select(['url', 'asked_at'])
    .orderBy('asked_at')
    .orderBy('url')
    .limit(1)
    .executeTakeFirst();
  if (!oldest || oldest.asked_at > now - forgottenMs) return false;
  await tx.db.deleteFrom('feed').where('url', '=', oldest.url).execute();
  tx.emit(`feed:${feedKey(oldest.url)}`);
  return true;
}

/** Keeps what a feed holds by this time; pages that show it follow where it is something else. */
export async function saveFeed(tx: Tx, url: string, items: readonly FeedItem[], now: number): Promise<void> {
  const known = await findFeed(tx.db, url);
  if (!known) return; // its place went to another meanwhile
  await tx.db
    .updateTable('feed')
    .set({ items: JSON.stringify(items), fetched_at: now, fault: '' })
    .where('url', '=', url)
    .execute();
  if (known.fetchedAt === 0 || known.fault !== '' || JSON.stringify(known.items) !== JSON.stringify(items))
    tx.emit(`feed:${feedKey(url)}`);
}

/** Stores why a fetch failed and leaves the items. `fetchedAt`: undefined where the fetch is tried again before the feed is due. */
export async function saveFeedFault(tx: Tx, url: string, fault: string, fetchedAt?: number): Promise<void> {
  const known = await findFeed(tx.db, url);
  if (!known) return;
  const stored = startOf(fault, longestFault);
  await tx.db
    .updateTable('feed')
    .set({ fault: stored, ...(fetchedAt === undefined ? {} : { fetched_at: fetchedAt }) })
    .where('url', '=', url)
    .execute();
  if (known.fetchedAt === 0 || known.fault !== stored) tx.emit(`feed:${feedKey(url)}`);
}
