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
    urls: readersPaths(site, 5000).map((path) => url + path), requests: Math.ceil(readersRate * seconds), connections: 24, rate: readersRate,
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
