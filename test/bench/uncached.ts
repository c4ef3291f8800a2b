import { permalinks } from '../../src/modules/types/permalinks.ts';
import { load } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros } from './processes.ts';
import type { Served } from './processes.ts';

/** Cost of a page in ms: CPU of Broadsheet's processes and threads, CPU of PostgreSQL, and response time. */
export interface Cost {
  readonly cpu: number;
  readonly database: number;
  readonly answer: number;
}

/** Milliseconds after which other processes' emissions have arrived for certain. */
const propagationMs = 200;
const minRequests = 60;

/**
 * Ways to empty the page cache. Another header drops all pages and nothing else; a publication drops front page, lists
 * and their data; `everything` also drops all shared data: cards, menus and lists.
 */
const emissions = { template: 'assignment:header:0', publication: 'list:post', everything: '*' } as const;
export type Emission = keyof typeof emissions;

/** Empties the cache of the running server, and waits for it. */
export async function empty(site: BenchSite, emission: Emission): Promise<void> {
  await site.database.write(async (tx) => tx.emit(emissions[emission], 'remove'));
  await new Promise((resolve) => setTimeout(resolve, propagationMs));
}

/** Requests each page once, four at a time. */
export async function costOf(
  server: Served,
  { databasePid }: BenchSite,
  paths: readonly string[],
): Promise<Cost> {
  const pid = server.process.pid ?? 0;
  const databaseMicros = () => (databasePid === undefined ? 0 : cpuMicros(databasePid));
  const databaseBefore = databaseMicros();
  const before = cpuMicros(pid);
  const { failures, times } = await load({
    urls: paths.map((path) => server.url + path),
    requests: paths.length,
    connections: 4,
    encoding: 'gzip',
  });
  if (failures > 0)
    throw new Error(`${failures} of ${paths.length} requests failed, for ${paths[0]} or similar paths.`);
  return {
    cpu: (cpuMicros(pid) - before) / paths.length / 1000,
    database: (databaseMicros() - databaseBefore) / paths.length / 1000,
    answer: times.reduce((sum, time) => sum + time, 0) / paths.length,
  };
}

/** Articles requested in between. */
const readMeanwhile = 16;

/**
 * Requests few pages repeatedly, emptying the cache each time. Other pages are requested in between: after a fifth of a
 * second idle, CPU caches are cold and a page costs 50% more. Not for `everything`.
 */
export async function often(
  server: Served,
  site: BenchSite,
  paths: readonly string[],
  emission: Emission,
): Promise<Cost> {
  const rounds = Math.ceil(minRequests / paths.length);
  let [cpu, database, answer] = [0, 0, 0];
  // Settings and menus are loaded before measuring.
  const others = emission === 'everything' ? ['/about-nothing/'] : site.articles.slice(0, readMeanwhile);
  for (let round = -2; round < rounds; round++) {
    await empty(site, emission);
    await load({
      urls: others.map((path) => server.url + path),
      requests: others.length,
      connections: 1,
      encoding: 'gzip',
    });
    const cost = await costOf(server, site, paths);
    if (round >= 0)
      [cpu, database, answer] = [cpu + cost.cpu, database + cost.database, answer + cost.answer];
  }
  return { cpu: cpu / rounds, database: database / rounds, answer: answer / rounds };
}

/** Number of the last page in a list's pager; 1 without a pager. */
export async function lastPage(server: Served, path: string): Promise<number> {
  const html = await (await fetch(server.url + path)).text();
  return Math.max(
    1,
    ...[...html.matchAll(/href="[^"]*\/page\/(\d+)\//g)].map(([, number]) => Number(number)),
  );
}

export const paged = permalinks('rewritten').paged;
