import { loadInThread } from './load-thread.ts';
import type { BenchSite } from './make-site.ts';
import { untilAtRest } from './processes.ts';
import type { Served } from './processes.ts';

export const readersRate = 150;
/** Share of requests for long-tail pages, which are rarely cached; the others are for popular ones. */
const tailShare = 0.1;
const busyArticles = 60;

/** Paths requested by visitors, in a deterministic order. */
function readersPaths(site: BenchSite, count: number): string[] {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '/';
  const busy = ['/', '/', '/', ...site.categories, ...site.articles.slice(0, busyArticles)];
  return Array.from({ length: count }, () => (random() < tailShare ? pick(site.articles) : pick(busy)));
}

/** Simulates visitors in a separate thread, for a number of seconds or until stopped. */
export function readFor(seconds: number, site: BenchSite, url: string): ReturnType<typeof loadInThread> {
  return loadInThread({
    urls: readersPaths(site, 5000).map((path) => url + path),
    requests: Math.ceil(readersRate * seconds),
    connections: 24,
    rate: readersRate,
  });
}

/**
 * Requests all pages that visitors request within so many seconds, waits for derived work, and simulates visitors for
 * ten seconds, so that a baseline does not include first renders.
 */
export async function warmReaders(seconds: number, site: BenchSite, { url, process }: Served): Promise<void> {
  const urls = [...new Set(readersPaths(site, readersRate * seconds))].map((path) => url + path);
  await loadInThread({ urls, requests: urls.length, connections: 4 }).result;
  await untilAtRest(process.pid ?? 0);
  await readFor(10, site, url).result;
}

const connections = 8;
/** Milliseconds before a busy server's page is requested again. */
const retryMs = 1000;

export const letPass = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Counts pages not served from the cache (cached ones have no request id), or with `words` those that contain them.
 * When a busy server warns that it sent the last good copy, the page is requested again.
 */
export async function askAll(server: Served, paths: readonly string[], words?: string): Promise<number> {
  const waiting = paths.values();
  let count = 0;
  const request = async () => {
    for (const path of waiting) {
      const fetched = () =>
        fetch(server.url + path, {
          method: words === undefined ? 'HEAD' : 'GET',
          headers: { 'accept-encoding': 'gzip' },
        });
      let reply = await fetched();
      let html = await reply.text();
      for (let again = 0; reply.headers.has('warning') && again < 10; again++) {
        await letPass(retryMs);
        reply = await fetched();
        html = await reply.text();
      }
      if (reply.status !== 200) throw new Error(`${path} returned status ${reply.status}.`);
      if (words === undefined ? reply.headers.has('x-request-id') : html.includes(words)) count++;
    }
  };
  await Promise.all(Array.from({ length: connections }, request));
  return count;
}

/** Requests these pages until all are cached: ranking related posts during a render prevents caching. */
export async function cacheAll(server: Served, paths: readonly string[]): Promise<void> {
  do await untilAtRest(server.process.pid ?? 0);
  while ((await askAll(server, paths)) > 0);
}
