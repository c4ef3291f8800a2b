import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/open-database.ts';
import { callerOf } from '../../lib/caller.ts';
import { messageOf } from '../../lib/errors.ts';
import { shortHash } from '../../lib/hash.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { addViews } from './view-counts.ts';

/** Who read: kept in memory only, as a hash that nobody can undo once the process has ended. */
export interface ViewReader {
  readonly ip: string;
  readonly userAgent: string;
}

/** Counts views of posts in memory and writes them in batches. */
export interface ViewCounter {
  /** Notes that somebody read these posts; programs, and what the same reader read a moment ago, count for nothing. */
  note(postIds: readonly number[], reader: ViewReader): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  /** Writes what was noted, and ends. */
  close(): Promise<void>;
}

export interface ViewCounterOptions {
  readonly onWarning?: ((message: string) => void) | undefined;
  /** How long notes wait, in milliseconds. */
  readonly waitMs?: number;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

const defaultWaitMs = 10_000;
/** A reader who comes back to a post after this long has read it again, in milliseconds. */
const sameReadingMs = 30 * 60_000;
/** Readings remembered: beyond them the oldest are forgotten, and might count twice. */
const mostReadings = 50_000;
/** Views that one address may add in the time of a reading; families and offices share one. */
const mostOfAddress = 300;
/** Posts in one batch; beyond them views are dropped. Nobody reads so many in ten seconds: ids were made up. */
const mostPosts = 5000;
const programs = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java\/|node|go-http|^$/i;

/** A counter over a database. Each process has one: their batches add up. */
export function createViewCounter(database: Pick<Database, 'writeDerived'>, { onWarning = () => {}, waitMs = defaultWaitMs, now = Date.now }: ViewCounterOptions = {}): ViewCounter {
  const salt = randomBytes(16).toString('hex');
  const readings = new LruCache<string, number>(mostReadings);
  const addresses = new LruCache<string, { count: number; until: number }>(mostReadings);
  let noted = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** True the first time in a while. */
  const isNew = (key: string) => {
    const moment = now();
    const known = readings.get(key);
    readings.set(key, moment);
    return known === undefined || moment - known > sameReadingMs;
  };
  const mayAdd = (address: string) => {
    const moment = now();
    const known = addresses.get(address);
    const entry = known && known.until > moment ? known : { count: 0, until: moment + sameReadingMs };
    addresses.set(address, entry);
    return ++entry.count <= mostOfAddress;
  };
  const write = async () => {
    const views = noted;
    noted = new Map();
    if (views.size === 0) return;
    try {
      await database.writeDerived((tx) => addViews(tx, views, now()));
    } catch (error) {
      // A few uncounted views are no loss; a database that stays away must not fill the memory.
      onWarning(`Views could not be written and are not counted: ${messageOf(error)}`);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    note: (postIds, { ip, userAgent }) => {
      if (programs.test(userAgent)) return;
      const caller = callerOf(ip);
      const address = shortHash(`${salt} ${caller}`);
      for (const id of new Set(postIds)) {
        if (!Number.isSafeInteger(id) || id <= 0 || (noted.size >= mostPosts && !noted.has(id))) continue;
        if (!isNew(shortHash(`${salt} ${caller} ${userAgent} ${id}`)) || !mayAdd(address)) continue;
        noted.set(id, (noted.get(id) ?? 0) + 1);
      }
      if (noted.size > 0) timer ??= setTimeout(() => void flush(), waitMs).unref();
    },
    flush,
    close: flush,
  };
}
