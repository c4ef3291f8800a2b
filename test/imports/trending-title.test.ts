import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings, readSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onBothDatabases('the title of the trending widget after an import', (get, place) => {
  let site: ServedSite;
  let imports = 0;
  const posts = (from: number): FixtureItem[] =>
    Array.from({ length: 9 }, (_, at) => ({ id: from + at, slug: `old-${from + at}` }));
  const bring = async (url: string, from: number) => importWxr(get(), inPieces(wxr(posts(from), { url })));
  const elsewhere = () => `https://trending-${++imports}.example`;
  const title = async () => (await readSettings(get().read)).settings.trending_title;
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('an export without articles leaves it alone', async () => {
    await importWxr(get(), inPieces(wxr([{ id: 1, type: 'page', slug: 'a-page' }], { url: elsewhere() })));
    expect(await title()).toBe('Trending Searches');
  });

  test('is “From the archive”, in the report and on the page; a second import keeps an editor’s change', async () => {
    const url = elsewhere();
    const report = await bring(url, 101);
    expect([await title(), report.settings.trending_title]).toEqual(['From the archive', 'From the archive']);
    expect((await rawRequest(site.url, '/old-101/')).body).toMatch(/<h2[^>]*>From the archive<\/h2>/);
    for (const changed of ['Worth a look', null]) {
      await get().write((tx) => saveSettings(tx, { trending_title: changed }));
      await bring(url, 101);
      expect(await title()).toBe(changed ?? 'Trending Searches');
    }
    await expect
      .poll(async () => (await rawRequest(site.url, '/old-101/')).body)
      .toMatch(/<h2[^>]*>Trending Searches<\/h2>/);
  });

  test('stays where an editor set it, or chose another order, before the import', async () => {
    await get().write((tx) => saveSettings(tx, { trending_title: 'Ours' }));
    await bring(elsewhere(), 201);
    expect(await title()).toBe('Ours');
    await get().write((tx) => saveSettings(tx, { trending_title: null, trending_sort: 'popular' }));
    await bring(elsewhere(), 301);
    expect(await title()).toBe('Trending Searches');
  });
});
