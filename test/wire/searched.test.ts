import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0';

onDrawnDatabase('searches are counted', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    await site.database.write(async (tx) => {
      await makePost(tx, { title: 'Comet over the harbour' });
      await makePost(tx, {
        type: 'page',
        title: 'Every lantern',
        content: '<!-- wp:broadsheet/searched /-->',
        slug: 'list',
      });
    });
  });
  afterAll(() => site.close());

  const from = (n: number, headers: Record<string, string> = {}) => ({
    'user-agent': userAgent,
    'x-forwarded-for': `203.0.113.${n}`,
    ...headers,
  });
  const search = (text: string, n: number, headers?: Record<string, string>, more = '') =>
    rawRequest(site.url, `/?s=${encodeURIComponent(text)}${more}`, { headers: from(n, headers) });
  const counts = async () => {
    await site.app.content.searches.flush();
    const rows = await site.database.read
      .selectFrom('searched_phrase')
      .select(['phrase', 'askers'])
      .orderBy('phrase')
      .execute();
    return Object.fromEntries(rows.map(({ phrase, askers }) => [phrase, Number(askers)]));
  };

  test('pages and live results count, rendered or cached, once per reader behind the proxy; only terms with results as typed', async () => {
    const before = site.app.cache.stats().renders;
    for (const n of [1, 2, 3, 3]) expect((await search('Comet', n)).status).toBe(200);
    expect(site.app.cache.stats().renders).toBe(before + 1);
    for (const text of ['nothing-of-this', 'lanterm', ' ']) await search(text, 1);
    expect(await counts()).toEqual({ comet: 3 });
    for (const n of [1, 2])
      for (const text of ['lan', 'lantern', 'qqqq'])
        await ajax(site.url, { action: 'td_ajax_search', td_string: text }, from(n));
    await search('every', 1);
    await search('every', 2);
    expect(await counts()).toEqual({ comet: 3, lantern: 2, every: 2 });
  });

  test('links of lists or other sites, prefetches, HEAD and programs, and editors do not count', async () => {
    const { cookie } = await site.signIn(
      await site.database.write((tx) => makeUser(tx, { roles: ['editor'] })),
    );
    const [known, before] = [await counts(), await search('harbour', 9, { 'user-agent': 'Googlebot/2.1' })];
    await search('harbour', 10, {}, '&from=searched');
    const ignored = [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['sec-purpose', 'prefetch;prerender'],
      ['purpose', 'prefetch'],
      ['cookie', cookie],
    ] as const;
    for (const [index, [name, value]] of ignored.entries())
      expect((await search('harbour', 20 + index, { [name]: value })).status).toBe(200);
    await rawRequest(site.url, '/?s=harbour', { method: 'HEAD', headers: from(30) });
    await rawRequest(site.url, '/?s=harbour&feed=rss2', { headers: from(31) });
    await ajax(site.url, { action: 'td_ajax_search', td_string: 'harbour' }, from(32, { cookie }));
    expect([before.status, await counts()]).toEqual([200, known]);
    await search('harbour', 40, { 'sec-fetch-site': 'same-origin' });
    expect(await counts()).toEqual({ ...known, harbour: 1 });
  });

  test('the list costs a cached page one check in ten minutes, and follows its settings at once', async () => {
    for (const n of [2, 3, 4]) for (const text of ['harbour', 'every', 'comet']) await search(text, n);
    await counts();
    const list = async () =>
      [...(await rawRequest(site.url, '/list/')).body.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, text]) => text);
    expect(await list()).toEqual(['comet', 'every', 'harbour']);
    const { renders } = site.app.cache.stats();
    expect(await list()).toHaveLength(3);
    expect(site.app.cache.stats().renders).toBe(renders);
    await site.database.write((tx) => saveSettings(tx, { popular_searches_hidden: ['Harbour'] }));
    await expect.poll(list).toEqual([]);
  });
});
