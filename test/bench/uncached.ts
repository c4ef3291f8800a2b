import { permalinks } from '../../src/modules/types/permalinks.ts';
import { load } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { cpuMicros } from './processes.ts';
import type { Served } from './processes.ts';

/** What a page takes, in milliseconds: CPU of all our processes and threads, CPU of PostgreSQL's processes, and the time until the answer is there. */
export interface Cost {
  readonly cpu: number;
  readonly database: number;
  readonly answer: number;
}

/** Milliseconds after which other processes' emissions have been heard for certain. */
const heard = 200;
const leastRequests = 60;

/**
 * What empties the cache of pages. Another header for all pages drops them, and nothing else; a publication the front page and lists, and what they are made
 * of; everything also all that pages share in memory, cards, menus and lists.
 */
const emissions = { template: 'assignment:header:0', publication: 'list:post', everything: '*' } as const;
export type Emission = keyof typeof emissions;

/** Empties the cache of the running server; resolves when it has. */
export async function empty(site: BenchSite, emission: Emission): Promise<void> {
  await site.database.write(async (tx) => tx.emit(emissions[emission], 'remove'));
  await new Promise((resolve) => setTimeout(resolve, heard));
}

/** Asks for each page once, four at a time. */
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
    throw new Error(
      `${failures} of ${paths.length} requests failed, ${paths[0]} among them or others like it.`,
    );
  return {
    cpu: (cpuMicros(pid) - before) / paths.length / 1000,
    database: (databaseMicros() - databaseBefore) / paths.length / 1000,
    answer: times.reduce((sum, time) => sum + time, 0) / paths.length,
  };
}

/** Articles that readers ask for meanwhile. */
const readMeanwhile = 16;

/**
 * Pages that are few are asked for again and again, each time after the cache was emptied. Other pages are read until then, as on any site where a page's cost
 * matters: after a fifth of a second's rest the processor's caches have forgotten the program, and a single page costs half as much again. Not where nothing
 * may be in memory.
 */
export async function often(
  server: Served,
  site: BenchSite,
  paths: readonly string[],
  emission: Emission,
): Promise<Cost> {
  const rounds = Math.ceil(leastRequests / paths.length);
  let [cpu, database, answer] = [0, 0, 0];
  // Settings and menus are read again before the clock starts.
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

/** Number of the last page that the pager of a list leads to; 1 for a list without one. */
export async function lastPage(server: Served, path: string): Promise<number> {
  const html = await (await fetch(server.url + path)).text();
  return Math.max(
    1,
    ...[...html.matchAll(/href="[^"]*\/page\/(\d+)\//g)].map(([, number]) => Number(number)),
  );
}

/** Path of a page of a list. */
export const paged = permalinks('rewritten').paged;
