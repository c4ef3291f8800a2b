import { z } from 'zod';
import type { Reader, Tx, Database } from '../../kernel/db/open-database.ts';
import type { Feed, FeedItem } from './model.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { startOf } from '../../lib/cut-text.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';
import { dueAt, feedKey, forgottenMs, mostFeeds } from './model.ts';
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

/** A feed of another site by its address; undefined for one that was never asked for. */
async function findFeed(read: Reader, url: string): Promise<Feed | undefined> {
  return (await findFeeds(read, [url])).get(url);
}

/** Feeds of other sites by their addresses; without those that were never asked for. */
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

/** Feeds of other sites that pages show. */
export interface Feeds {
  /**
   * The stored copy of a feed, or one without items that has a fault; undefined before the first fetch. Never waits for another server: where the copy is old,
   * a job fetches it, and the tag `feed:…` is emitted once it changes.
   */
  find(url: string, now: number): Promise<Feed | undefined>;
  /** Waits until every order that was begun is written. */
  close(): Promise<void>;
}

/** Milliseconds for which no place is looked for once there was none. */
const fullMs = 60_000;

/** `onWarning` is told when a feed could not be ordered: the next reader asks again. */
export function createFeeds(
  database: Pick<Database, 'read' | 'writeDerived'>,
  onWarning: (message: string) => void = () => {},
): Feeds {
  const feeds = batch((urls: readonly string[]) => findFeeds(database.read, urls));
  /** Orders that are being written, by address. */
  const orderByUrl = new Map<string, Promise<void>>();
  /** One order at a time: a page that names hundreds leaves the connections to others. */
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
