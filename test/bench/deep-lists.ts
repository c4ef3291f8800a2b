import type { BenchSite } from './make-site.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';
import { lastPage, often, paged } from './uncached.ts';

/** Deepest page of results that visitors read. */
const deepestResults = 3;
/** Searches of the site with the most frequent words. */
const frequentSearches = 6;

/** Last pages of lists, which crawlers request: CPU of Broadsheet's processes, and response time, since the database does most of the work. */
export async function* deepLists(server: Served, site: BenchSite): AsyncGenerator<BenchRow> {
  async function* measured(what: string, paths: readonly string[]): AsyncGenerator<BenchRow> {
    const { cpu, answer } = await often(server, site, paths, 'template');
    yield { what: `uncached ${what}: CPU per request`, value: cpu, unit: 'ms', target: '' };
    yield { what: `uncached ${what}: response time`, value: answer, unit: 'ms', target: '' };
  }
  const lastOfAll = await lastPage(server, '/');
  yield* measured(`last page of all articles (${lastOfAll})`, [paged('/', lastOfAll)]);
  const categories = await Promise.all(
    site.categories.map(async (path) => ({ path, pages: await lastPage(server, path) })),
  );
  const [largest = { path: '/', pages: 1 }] = categories.toSorted((a, b) => b.pages - a.pages);
  yield* measured(`last page of the largest category (${largest.pages})`, [
    paged(largest.path, largest.pages),
  ]);
  const searches = site.searches
    .slice(0, frequentSearches)
    .map((words) => `/?s=${encodeURIComponent(words)}`);
  const results = Math.min(
    deepestResults,
    ...(await Promise.all(searches.map((path) => lastPage(server, path)))),
  );
  yield* measured(
    `page ${results} of a search for frequent words`,
    searches.map((path) => paged(path, results)),
  );
}
