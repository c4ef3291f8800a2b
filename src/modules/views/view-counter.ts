import { randomBytes } from 'node:crypto';
import type { Database } from '../../kernel/db/open-database.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { messageOf } from '../../lib/errors.ts';
import { shortHash } from '../../lib/hash.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { addViews } from './store.ts';

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
/** Views that one address may add to one post in the time of a reading, whatever browsers it says to be, and in a day. */
const mostOfAddressOnPost = 10;
const mostOfAddressOnPostADay = 40;
const dayMs = 24 * 60 * 60_000;
/** Posts that one address may bring into a batch which nobody has read since the start: there may be none of that number. */
const mostUnknownOfAddress = 40;
/** Such posts in a batch, of all addresses. Once there are so many the batch is written at once, and what is no post makes room. */
const mostUnknown = 5000;
/** Posts remembered as such: they are counted however many others are made up. */
const mostKnown = 100_000;
/** Of a user agent, so many characters tell readers apart. */
const longestAgent = 512;
/** Names of what is no reader. */
export const programs =
  /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java\/|node|go-http|^$/i;

/** A counter over a database. Each process has one: their batches add up. */
export function createViewCounter(
  database: Pick<Database, 'writeDerived'>,
  { onWarning = () => {}, waitMs = defaultWaitMs, now = Date.now }: ViewCounterOptions = {},
): ViewCounter {
  const salt = randomBytes(16).toString('hex');
  const readAtByReading = new LruCache<string, number>(mostReadings);
  const quotaByAddress = new LruCache<string, { count: number; until: number }>(4 * mostReadings);
  const knownPosts = new LruCache<number, true>(mostKnown);
  let viewsByPost = new Map<number, number>();
  /** Ids of the batch that are not known to be posts, and how many of them each address brought. */
  let unknownIds = new Set<number>();
  let unknownByAddress = new Map<string, number>();
  let writesAtOnce = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** True the first time in a while. */
  const isNew = (key: string) => {
    const moment = now();
    const known = readAtByReading.get(key);
    readAtByReading.set(key, moment);
    return known === undefined || moment - known > sameReadingMs;
  };
  /** Takes one of `most` in `ms`; false when they are used up. */
  const take = (key: string, most: number, ms: number) => {
    const moment = now();
    const before = quotaByAddress.get(key);
    const quota =
      before && before.until > moment && before.until <= moment + ms
        ? before
        : { count: 0, until: moment + ms };
    quotaByAddress.set(key, quota);
    return ++quota.count <= most;
  };
  const mayAdd = (address: string, id: number) =>
    take(`${address} ${id}`, mostOfAddressOnPost, sameReadingMs) &&
    take(`${address} ${id} day`, mostOfAddressOnPostADay, dayMs) &&
    take(address, mostOfAddress, sameReadingMs);
  /** Whether the batch has room for this id: always for a post that was read before, and for what is in it. */
  const hasRoom = (address: string, id: number) => {
    if (viewsByPost.has(id) || knownPosts.get(id)) return true;
    const brought = unknownByAddress.get(address) ?? 0;
    if (brought >= mostUnknownOfAddress || unknownIds.size >= mostUnknown) return false;
    unknownByAddress.set(address, brought + 1);
    unknownIds.add(id);
    return true;
  };
  const write = async () => {
    const views = viewsByPost;
    viewsByPost = new Map();
    unknownIds = new Set();
    unknownByAddress = new Map();
    if (views.size === 0) return;
    try {
      for (const id of await database.writeDerived((tx) => addViews(tx, views, now())))
        knownPosts.set(id, true);
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
    note: (postIds, { ip, userAgent: sent }) => {
      const userAgent = sent.slice(0, longestAgent);
      if (programs.test(userAgent)) return;
      const caller = callerOf(ip);
      const address = shortHash(`${salt} ${caller}`);
      for (const id of new Set(postIds)) {
        if (!Number.isSafeInteger(id) || id <= 0 || !hasRoom(address, id)) continue;
        if (!isNew(shortHash(`${salt} ${caller} ${userAgent} ${id}`)) || !mayAdd(address, id)) continue;
        viewsByPost.set(id, (viewsByPost.get(id) ?? 0) + 1);
      }
      if (viewsByPost.size > 0 && !writesAtOnce) timer ??= setTimeout(() => void flush(), waitMs).unref();
      if (unknownIds.size < mostUnknown || writesAtOnce) return;
      writesAtOnce = true;
      void flush().finally(() => (writesAtOnce = false));
    },
    flush,
    close: flush,
  };
}
