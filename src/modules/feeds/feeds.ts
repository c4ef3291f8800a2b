import type { Database } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import { dueAt } from './feed.ts';
import type { Feed } from './feed.ts';
import { batch } from '../../lib/batch.ts';
import { findFeeds } from './reader.ts';
import { orderFeed } from './writer.ts';

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
