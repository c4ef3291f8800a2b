import { z } from 'zod';
import type { Reader, Tx, Database } from '../../kernel/db/open-database.ts';
import type { Feed, FeedItem } from './model.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { startOf } from '../../lib/cut-text.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';
import { dueAt, feedKey, forgottenMs, maxFeeds } from './model.ts';
import { messageOf } from '../../lib/errors.ts';
import { batch } from '../../lib/batch.ts';

const storedItems = z.array(
  z.object({
    title: z.string(),
    url: z.string(),
    author: z.string(),
    publishedAt: z.number(),
    summary: z.string(),
  }),
);

async function findFeed(read: Reader, url: string): Promise<Feed | undefined> {
  return (await findFeeds(read, [url])).get(url);
}

async function findFeeds(read: Reader, urls: readonly string[]): Promise<Map<string, Feed>> {
  if (urls.length === 0) return new Map();
  const rows = await read
    .selectFrom('feed')
    .select(['url', 'items', 'fetched_at', 'asked_at', 'fault'])
    .where('url', 'in', urls)
    .execute();
  return new Map(
    rows.map((row) => [
      row.url,
      {
        url: row.url,
        items: storedItems.parse(JSON.parse(row.items)),
        fetchedAt: row.fetched_at,
        askedAt: row.asked_at,
        fault: row.fault,
      },
    ]),
  );
}

const schema = z.object({ url: z.string().max(2000) });

/** Characters. */
const maxFaultLength = 300;

export const feedJob: JobKind<z.output<typeof schema>> = {
  name: 'feed',
  schema,
  tries: { firstPauseMs: 5 * 60_000, maxPauseMs: 2 * 3_600_000, most: 5 },
};

/**
 * Enqueues a fetch of a feed shown on a page if it is due, once for concurrent requests. Returns false if the site has
 * the maximum number of feeds and all are in use.
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

async function makePlace(tx: Tx, now: number): Promise<boolean> {
  const { count } = await tx.db
    .selectFrom('feed')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < maxFeeds) return true;
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

/** Stores a feed's current items; invalidates pages that show it if they changed. */
export async function saveFeed(tx: Tx, url: string, items: readonly FeedItem[], now: number): Promise<void> {
  const known = await findFeed(tx.db, url);
  if (!known) return; // replaced by another feed concurrently
  await tx.db
    .updateTable('feed')
    .set({ items: JSON.stringify(items), fetched_at: now, fault: '' })
    .where('url', '=', url)
    .execute();
  if (known.fetchedAt === 0 || known.fault !== '' || JSON.stringify(known.items) !== JSON.stringify(items))
    tx.emit(`feed:${feedKey(url)}`);
}

/** Stores why a fetch failed; items stay. `fetchedAt` is undefined if the fetch will be retried before the feed is due. */
export async function saveFeedFault(tx: Tx, url: string, fault: string, fetchedAt?: number): Promise<void> {
  const known = await findFeed(tx.db, url);
  if (!known) return;
  const stored = startOf(fault, maxFaultLength);
  await tx.db
    .updateTable('feed')
    .set({ fault: stored, ...(fetchedAt === undefined ? {} : { fetched_at: fetchedAt }) })
    .where('url', '=', url)
    .execute();
  if (known.fetchedAt === 0 || known.fault !== stored) tx.emit(`feed:${feedKey(url)}`);
}

export interface Feeds {
  /**
   * The stored copy of a feed, or one with a fault and no items; undefined before the first fetch. Never waits for
   * other servers: a job fetches outdated copies and emits `feed:…` on changes.
   */
  find(url: string, now: number): Promise<Feed | undefined>;
  close(): Promise<void>;
}

/** Milliseconds without attempts to add a feed after the limit was reached. */
const fullMs = 60_000;

/** `onWarning` is called when a fetch can't be enqueued; the next request tries again. */
export function createFeeds(
  database: Pick<Database, 'read' | 'writeDerived'>,
  onWarning: (message: string) => void = () => {},
): Feeds {
  const feeds = batch((urls: readonly string[]) => findFeeds(database.read, urls));
  const orderByUrl = new Map<string, Promise<void>>();
  /** One order at a time, so that a page with hundreds of feeds doesn't occupy all connections. */
  let last = Promise.resolve();
  let fullUntil = 0;
  const write = async (url: string, now: number, isNew: boolean) => {
    if (isNew && now < fullUntil) return;
    try {
      if (await database.writeDerived((tx) => orderFeed(tx, url, now))) return;
      fullUntil = now + fullMs;
      onWarning(`The site shows as many feeds of others as it may; ${url} is left out.`);
    } catch (error) {
      onWarning(`The feed ${url} could not be ordered: ${messageOf(error)}`);
    }
  };
  const order = (url: string, now: number, isNew: boolean) => {
    if (orderByUrl.has(url)) return;
    last = last.then(() => write(url, now, isNew)).then(() => void orderByUrl.delete(url));
    orderByUrl.set(url, last);
  };
  return {
    find: async (url, now) => {
      const feed = (await feeds([url])).get(url);
      if (!feed || dueAt(feed) <= now) order(url, now, !feed);
      return feed && (feed.fetchedAt > 0 || feed.fault !== '') ? feed : undefined;
    },
    close: async () => void (await Promise.all(orderByUrl.values())),
  };
}
