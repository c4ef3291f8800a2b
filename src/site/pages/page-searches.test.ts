import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Content } from '../../modules/content/content.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { createListSearchGate, LateSearchError, pageSearches } from './page-searches.ts';

/** A site whose searches take `ms` each on the test's clock, and the order in which they ran. */
function slowSite(ms: number) {
  const site = { content: {} as Content, listSearchGate: createListSearchGate() }; // its content sends no request
  const requests: string[] = [];
  let [now, running, most] = [0, 0, 0];
  const page = () =>
    pageSearches(
      site,
      async ({ query }) => {
        requests.push(query);
        most = Math.max(most, ++running);
        await nextTurn();
        now += ms;
        running--;
        return { ids: [], total: 0, byType: {}, terms: [], mistyped: false, suggestion: '' };
      },
      () => now,
    );
  return { site, page, asked: requests, most: () => most, pass: (time: number) => void (now += time) };
}

const query = (words: string) => ({ query: words, limit: 1 });

test('a page waits for at most one search of another page, and a site runs one list’s search at a time', async () => {
  const site = slowSite(1);
  const [one, other] = [site.page(), site.page()];
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((words) => one(query(words))),
    ...['b1', 'b2'].map((words) => other(query(words))),
  ]);
  expect([site.asked, site.most()]).toEqual([['a1', 'b1', 'a2', 'b2', 'a3'], 1]);
});

test('the lists of a page search for eight seconds in total, later ones fail without a search, and the next page searches', async () => {
  const site = slowSite(3000);
  const one = site.page();
  const found = await Promise.allSettled(['a1', 'a2', 'a3', 'a4', 'a5'].map((words) => one(query(words))));
  expect(
    found.map((each) => (each.status === 'rejected' ? each.reason instanceof LateSearchError : 'found')),
  ).toEqual(['found', 'found', 'found', true, true]);
  await site.page()(query('b1'));
  expect(site.asked).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('rendering between searches does not count', async () => {
  const site = slowSite(3000);
  const one = site.page();
  for (const words of ['a1', 'a2', 'a3']) {
    await one(query(words));
    site.pass(60_000);
  }
  await expect(one(query('a4'))).rejects.toThrow(LateSearchError);
  expect(site.asked).toEqual(['a1', 'a2', 'a3']);
});

test('distinguishes an unavailable search from other errors', async () => {
  const failing = (error: Error) => pageSearches(slowSite(1).site, () => Promise.reject(error))(query('a'));
  await expect(failing(new UnavailableError('Too many people are searching.'))).rejects.toThrow(
    LateSearchError,
  );
  await expect(failing(new Error('The index is gone'))).rejects.not.toThrow(LateSearchError);
});
