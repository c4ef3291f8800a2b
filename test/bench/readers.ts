import { loadInThread } from './load-thread.ts';
import type { BenchSite } from './make-site.ts';
import { untilAtRest } from './processes.ts';
import type { Served } from './processes.ts';

/** Requests a second of the readers. */
export const readersRate = 150;
/** Of a hundred requests, so many ask for a page of the long tail, which is seldom in the cache; the others for the busy ones. */
const tailShare = 0.1;
const busyArticles = 60;

/** What readers ask for, in an order that the seed decides. */
function readersPaths(site: BenchSite, count: number): string[] {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '/';
  const busy = ['/', '/', '/', ...site.categories, ...site.articles.slice(0, busyArticles)];
  return Array.from({ length: count }, () => (random() < tailShare ? pick(site.articles) : pick(busy)));
}

/** Readers for that many seconds, or until they are stopped, from a thread of their own. */
export function readFor(seconds: number, site: BenchSite, url: string): ReturnType<typeof loadInThread> {
  return loadInThread({
    urls: readersPaths(site, 5000).map((path) => url + path),
    requests: Math.ceil(readersRate * seconds),
    connections: 24,
    rate: readersRate,
  });
}

/**
 * Asks for every page that readers ask for within so many seconds, waits for what this began, and lets readers read for ten seconds: a quiet time that renders
 * pages for the first time is no measure for a busy one after it, which finds them kept.
 */
export async function warmReaders(seconds: number, site: BenchSite, { url, process }: Served): Promise<void> {
  const urls = [...new Set(readersPaths(site, readersRate * seconds))].map((path) => url + path);
  await loadInThread({ urls, requests: urls.length, connections: 4 }).result;
  await untilAtRest(process.pid ?? 0);
  await readFor(10, site, url).result;
}

const connections = 8;
/** Until a page of a busy server is asked for again, in milliseconds. */
const retryMs = 1000;

export const letPass = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How many of these pages did not come from the cache: what is kept has no id of a request. With `words`: how many show them. Where a page takes a busy server
 * more than two seconds it sends the last good copy and warns of it: that is asked for again.
 */
export async function askAll(server: Served, paths: readonly string[], words?: string): Promise<number> {
  const waiting = paths.values();
  let count = 0;
  const ask = async () => {
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
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}.`);
      if (words === undefined ? reply.headers.has('x-request-id') : html.includes(words)) count++;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return count;
}

/** Asks for these pages until all of them are kept: related posts that are found while a page is rendered keep it from being kept. */
export async function keepAll(server: Served, paths: readonly string[]): Promise<void> {
  do await untilAtRest(server.process.pid ?? 0);
  while ((await askAll(server, paths)) > 0);
}
