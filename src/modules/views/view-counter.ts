import { randomBytes } from 'node:crypto';
import type { Database } from '../../kernel/db/open-database.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { messageOf } from '../../lib/errors.ts';
import { shortHash } from '../../lib/hash.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { addViews } from './store.ts';

/** Identifies a reader, in memory only: as a hash whose salt is lost when the process ends. */
export interface ViewReader {
  readonly ip: string;
  readonly userAgent: string;
}

export interface ViewCounter {
  /** Records views of posts; ignores bots, and repeated views by the same reader. */
  note(postIds: readonly number[], reader: ViewReader): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface ViewCounterOptions {
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly waitMs?: number;
  readonly now?: () => number;
}

const defaultWaitMs = 10_000;
/** Milliseconds after which a repeated view by the same reader counts again. */
const sameReadingMs = 30 * 60_000;
const maxReadings = 50_000;
/** Views per address and `sameReadingMs`; families and offices share an address. */
const maxOfAddress = 300;
/** Views per address and post in `sameReadingMs`, with any user agents, and per day. */
const maxOfAddressOnPost = 10;
const maxOfAddressOnPostADay = 40;
const dayMs = 24 * 60 * 60_000;
const maxUnknownOfAddress = 40;
/** Unknown post ids per batch. A full batch is written at once, and ids that don't exist are dropped. */
const maxUnknown = 5000;
/** Known post ids; these count however many invalid ids are sent. */
const maxKnown = 100_000;
const maxAgentLength = 512;
export const programs =
  /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|java\/|node|go-http|^$/i;

/** Each process has its own counter; their batches add up. */
export function createViewCounter(
  database: Pick<Database, 'writeDerived'>,
  { onWarning = () => {}, waitMs = defaultWaitMs, now = Date.now }: ViewCounterOptions = {},
): ViewCounter {
  const salt = randomBytes(16).toString('hex');
  const readAtByReading = new LruCache<string, number>(maxReadings);
  const quotaByAddress = new LruCache<string, { count: number; until: number }>(4 * maxReadings);
  const knownPosts = new LruCache<number, true>(maxKnown);
  let viewsByPost = new Map<number, number>();
  let unknownIds = new Set<number>();
  let unknownByAddress = new Map<string, number>();
  let writesAtOnce = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const isNew = (key: string) => {
    const moment = now();
    const known = readAtByReading.get(key);
    readAtByReading.set(key, moment);
    return known === undefined || moment - known > sameReadingMs;
  };
  const take = (key: string, max: number, ms: number) => {
    const moment = now();
    const before = quotaByAddress.get(key);
    const quota =
      before && before.until > moment && before.until <= moment + ms
        ? before
        : { count: 0, until: moment + ms };
    quotaByAddress.set(key, quota);
    return ++quota.count <= max;
  };
  const mayAdd = (address: string, id: number) =>
    take(`${address} ${id}`, maxOfAddressOnPost, sameReadingMs) &&
    take(`${address} ${id} day`, maxOfAddressOnPostADay, dayMs) &&
    take(address, maxOfAddress, sameReadingMs);
  /** Whether the batch accepts an id: always for known posts and ids that it contains. */
  const hasRoom = (address: string, id: number) => {
    if (viewsByPost.has(id) || knownPosts.get(id)) return true;
    const unknownCount = unknownByAddress.get(address) ?? 0;
    if (unknownCount >= maxUnknownOfAddress || unknownIds.size >= maxUnknown) return false;
    unknownByAddress.set(address, unknownCount + 1);
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
      // Losing a few views is acceptable; filling the memory while the database is down is not.
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
      const userAgent = sent.slice(0, maxAgentLength);
      if (programs.test(userAgent)) return;
      const caller = callerOf(ip);
      const address = shortHash(`${salt} ${caller}`);
      for (const id of new Set(postIds)) {
        if (!Number.isSafeInteger(id) || id <= 0 || !hasRoom(address, id)) continue;
        if (!isNew(shortHash(`${salt} ${caller} ${userAgent} ${id}`)) || !mayAdd(address, id)) continue;
        viewsByPost.set(id, (viewsByPost.get(id) ?? 0) + 1);
      }
      if (viewsByPost.size > 0 && !writesAtOnce) timer ??= setTimeout(() => void flush(), waitMs).unref();
      if (unknownIds.size < maxUnknown || writesAtOnce) return;
      writesAtOnce = true;
      void flush().finally(() => (writesAtOnce = false));
    },
    flush,
    close: flush,
  };
}
