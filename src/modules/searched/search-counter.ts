import type { Database } from '../../kernel/db/open-database.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { messageOf } from '../../lib/errors.ts';
import type { SettingsCache } from '../settings/index.ts';
import { programs } from '../views/index.ts';
import type { ViewReader } from '../views/index.ts';
import { addSearches, minAskers, phraseOf } from './store.ts';
import type { CountedSearch } from './store.ts';

export interface SearchCounter {
  /**
   * Records a search with results. Ignores bots, and texts that look like personal secrets. `typing`: results of a live
   * search; of consecutive inputs only the last one counts.
   */
  note(text: string, reader: ViewReader, typing: boolean): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchCounterOptions {
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly waitMs?: number;
  readonly now?: () => number;
}

const defaultWaitMs = 10_000;
/** Milliseconds without input after which a live search is complete. */
const restMs = 10_000;
/** Searches per batch and concurrent live searches; more are not counted. */
const maxNoted = 5000;
const maxTyped = 5000;
const maxOfCaller = 50;

/** Each process has its own counter; the database deduplicates visitors across processes. */
export function createSearchCounter(
  {
    database,
    settings,
  }: { readonly database: Pick<Database, 'writeDerived'>; readonly settings: Pick<SettingsCache, 'current'> },
  { onWarning = () => {}, waitMs = defaultWaitMs, now = Date.now }: SearchCounterOptions = {},
): SearchCounter {
  let searchByKey = new Map<string, CountedSearch>();
  let countByCaller = new Map<string, number>();
  const typedByCaller = new Map<string, { search: CountedSearch; at: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const take = (search: CountedSearch) => {
    const key = `${search.caller} ${search.phrase}`;
    const count = countByCaller.get(search.caller) ?? 0;
    if (searchByKey.has(key) || count >= maxOfCaller || searchByKey.size >= maxNoted) return;
    countByCaller.set(search.caller, count + 1);
    searchByKey.set(key, search);
  };
  const takeRested = (before: number) => {
    for (const [caller, { search, at }] of typedByCaller) {
      if (at > before) continue;
      typedByCaller.delete(caller);
      take(search);
    }
  };
  const write = async () => {
    const searches = [...searchByKey.values()];
    searchByKey = new Map();
    countByCaller = new Map();
    if (searches.length === 0) return;
    try {
      const least = minAskers(await settings.current());
      await database.writeDerived((tx) => addSearches(tx, searches, now(), { least }));
    } catch (error) {
      onWarning(`Searches could not be written and are not counted: ${messageOf(error)}`);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    takeRested(now() - restMs);
    if (typedByCaller.size > 0) wait();
    writing = writing.then(write);
    return writing;
  };
  const wait = () => void (timer ??= setTimeout(() => void flush(), waitMs).unref());

  return {
    note: (text, { ip, userAgent }, typing) => {
      const found = programs.test(userAgent) ? undefined : phraseOf(text);
      if (!found) return;
      const search = { ...found, caller: callerOf(ip) };
      const before = typedByCaller.get(search.caller);
      if (before) {
        typedByCaller.delete(search.caller);
        if (!isContinued(before.search.phrase, search.phrase)) take(before.search);
      }
      if (!typing) take(search);
      else if (typedByCaller.size < maxTyped) typedByCaller.set(search.caller, { search, at: now() });
      wait();
    },
    flush,
    close: () => {
      takeRested(Infinity);
      return flush();
    },
  };
}

const isContinued = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
