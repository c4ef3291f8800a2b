import type { Database } from '../../kernel/db/open-database.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { messageOf } from '../../lib/errors.ts';
import { programs } from '../views/index.ts';
import type { ViewReader } from '../views/index.ts';
import { addMissingPages } from './missing-pages.ts';
import { safeDecode } from './model.ts';

export interface MissingPageCounter {
  /** Records a request for a path without a page. Ignores programs, probes for other software, and paths with personal data. */
  note(path: string, reader: ViewReader): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface MissingPageCounterOptions {
  readonly onWarning?: ((message: string) => void) | undefined;
  readonly waitMs?: number;
  readonly now?: () => number;
}

const defaultWaitMs = 10_000;
/** Paths per batch, and of an address per batch; more are not counted. */
const maxNoted = 1000;
const maxOfCaller = 20;
const maxCallers = 5000;
const maxPathLength = 200;
const maxAgentLength = 512;

/** Paths that scanners try on any site, and files that no reader opens as a page. */
const probes =
  /(?:^|\/)\.|(?:^|\/)(?:wp-|cgi-bin|xmlrpc|vendor\/|phpmyadmin|node_modules)|\.(?:php\d?|phtml|aspx?|jspx?|cgi|env|git|sql|bak|ini|ya?ml|zip|tar|t?gz|rar|7z|exe|dll|sh|log|map|js|css|json|xml|txt|ico|png|jpe?g|gif|webp|avif|svg|woff2?|ttf)(?:\/|$)/i;
/** Mail addresses and UUIDs. */
const personal = /@|%40|[\da-f]{8}-[\da-f]{4}-/i;
const minKeyLength = 24;

/** Whether a run of letters and digits is as long as a key. */
const hasKey = (path: string) =>
  path.split(/[^A-Za-z\d_]/).some((run) => run.length >= minKeyLength && /\d/.test(run));

/** The path as it is counted: decoded, without a query; undefined if it is not. */
export function countedPath(path: string): string | undefined {
  const [bare = ''] = path.split(/[?#]/, 1);
  const shown = safeDecode(bare);
  const isShort = shown.length <= maxPathLength && shown.length > 1 && shown.isWellFormed();
  const isPlain = isShort && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(shown) && !shown.includes('%00');
  return isPlain && !probes.test(shown) && !personal.test(shown) && !hasKey(shown) ? shown : undefined;
}

/** Each process has its own counter; their batches add up. */
export function createMissingPageCounter(
  database: Pick<Database, 'writeDerived'>,
  { onWarning = () => {}, waitMs = defaultWaitMs, now = Date.now }: MissingPageCounterOptions = {},
): MissingPageCounter {
  let countByPath = new Map<string, number>();
  let pathsByCaller = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const counts = countByPath;
    countByPath = new Map();
    pathsByCaller = new Map();
    if (counts.size === 0) return;
    try {
      await database.writeDerived((tx) => addMissingPages(tx, counts, now()));
    } catch (error) {
      onWarning(`Pages not found could not be written and are not counted: ${messageOf(error)}`);
    }
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    note: (path, { ip, userAgent }) => {
      const shown = programs.test(userAgent.slice(0, maxAgentLength)) ? undefined : countedPath(path);
      if (shown === undefined) return;
      const caller = callerOf(ip);
      const paths = pathsByCaller.get(caller) ?? new Set<string>();
      // A reader counts once per path and batch.
      if (paths.has(shown) || paths.size >= maxOfCaller) return;
      if (pathsByCaller.size >= maxCallers && !pathsByCaller.has(caller)) return;
      if (countByPath.size >= maxNoted && !countByPath.has(shown)) return;
      pathsByCaller.set(caller, paths.add(shown));
      countByPath.set(shown, (countByPath.get(shown) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), waitMs).unref();
    },
    flush,
    close: flush,
  };
}
