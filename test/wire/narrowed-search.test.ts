import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { listedTitles } from '../harness/listed-titles.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('searches within something', (_get, place) => {
  let site: ServedSite;
  const ids = { alpha: 0, beta: 0, below: 0, red: 0, ann: 0, ben: 0 };
  const get = (path: string) => rawRequest(site.url, path, {});
  /** The status of a page, and the titles in its list. */
  const listed = async (path: string) => {
    const [status, ...titles] = await listedTitles(site.url, path);
    return [status, ...titles.toSorted()];
  };

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      await saveSettings(tx, { blogname: 'The Daily', timezone_string: 'UTC' });
      ids.alpha = await makeTerm(tx, { name: 'Alpha', slug: 'alpha' });
      ids.beta = await makeTerm(tx, { name: 'Beta', slug: 'beta' });
      ids.below = await makeTerm(tx, { name: 'Below', slug: 'below', parentId: ids.alpha });
      ids.red = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Red', slug: 'red' });
      ids.ann = await makeUser(tx, { login: 'ann', displayName: 'Ann', slug: 'ann' });
      ids.ben = await makeUser(tx, { login: 'ben', displayName: 'Ben', slug: 'ben' });
      const march = Date.UTC(2024, 2, 5);
      await makePost(tx, {
        title: 'Kestrel one',
        termIds: [ids.alpha, ids.red],
        authorId: ids.ann,
        publishedAt: march,
      });
      await makePost(tx, {
        title: 'Kestrel two',
        termIds: [ids.below],
        authorId: ids.ben,
        publishedAt: march + 86_400_000 * 60,
      });
      await makePost(tx, { title: 'Kestrel three', termIds: [ids.beta], authorIds: [ids.ben, ids.ann] });
      await makePost(tx, { title: 'Kestrel page', type: 'page' });
      await makePost(tx, { title: 'Plover', termIds: [ids.alpha], authorId: ids.ann });
    });
  });
  afterAll(() => site.close());

  test('[SRCH-27] a category, a tag, a person and a date narrow it, together as well', async () => {
    const all = [200, 'Kestrel one', 'Kestrel page', 'Kestrel three', 'Kestrel two'];
    expect(await listed('/?s=kestrel')).toEqual(all);
    for (const [within, found] of [
      [`cat=${ids.alpha}`, ['Kestrel one', 'Kestrel two']],
      [`cat=${ids.beta},${ids.below}`, ['Kestrel three', 'Kestrel two']],
      [`cat=-${ids.alpha}`, ['Kestrel page', 'Kestrel three']],
      ['tag=red', ['Kestrel one']],
      [`author=${ids.ann}`, ['Kestrel one', 'Kestrel three']],
      [`author=-${ids.ann}`, ['Kestrel page', 'Kestrel two']],
      ['m=202403', ['Kestrel one']],
      ['m=2024', ['Kestrel one', 'Kestrel two']],
      [`cat=${ids.alpha}&author=${ids.ben}`, ['Kestrel two']],
      [`cat=${ids.beta}&tag=red`, []],
      ['m=199901', []],
      [`cat=${ids.alpha}&post_type=page`, []],
      ['cat=0&author=&tag=', all.slice(1)],
      ['cat=-999999', all.slice(1)],
      ['author=-999999', all.slice(1)],
    ] as const) {
      const path = `/?s=kestrel&${within}`;
      const moved = (await get(path)).headers.location;
      expect([within, await listed(String(moved ?? path))]).toEqual([within, [200, ...found]]);
    }
  });

  test('its page shows the filter, in the links of kinds, pages and feed as well; and it has one address', async () => {
    const path = `/?s=kestrel&cat=${ids.alpha}`;
    const { body } = await get(path);
    expect(body).toMatch(/<title>Search results for “kestrel” – Alpha – The Daily<\/title>/);
    expect(body).toMatch(/<q>kestrel<\/q>(?:<!-- -->)? – (?:<!-- -->)?Alpha<\/h1>/);
    expect(body).toContain('>2 results<');
    const feed = await get(`${path}&feed=rss2`);
    expect((await readFeed(feed.body, site.url + path)).items.map(({ title }) => title).toSorted()).toEqual([
      'Kestrel one',
      'Kestrel two',
    ]);
    const kinds = await get(`/?s=kestrel&author=-${ids.ann}`);
    expect(kinds.body).toContain(`href="/?s=kestrel&amp;post_type=page&amp;author=-${ids.ann}"`);
    await site.database.write((tx) => saveSettings(tx, { search_results_limit: 1 }));
    await expect
      .poll(async () => (await get(path)).body)
      .toContain(`/page/2/?s=kestrel&amp;cat=${ids.alpha}"`);
    expect([
      (await listed(`/page/2/?s=kestrel&cat=${ids.alpha}`)).length,
      (await listed(`/page/3/?s=kestrel&cat=${ids.alpha}`))[0],
    ]).toEqual([2, 404]);
    await site.database.write((tx) => saveSettings(tx, { search_results_limit: 10 }));
    for (const [from, to] of [
      ['category_name=alpha', `/?s=kestrel&cat=${ids.alpha}`],
      [`cat=${ids.below},${ids.alpha},999999`, undefined],
      ['author_name=ann', `/?s=kestrel&author=${ids.ann}`],
      [`tag_id=${ids.red}`, '/?s=kestrel&tag=red'],
      ['year=2024&monthnum=3', '/?s=kestrel&m=202403'],
      ['cat=-999999', '/?s=kestrel'],
    ]) {
      const { status, headers } = await get(`/?s=kestrel&${from}`);
      expect([from, status === 301, headers.location]).toEqual([
        from,
        true,
        to ?? `/?s=kestrel&cat=${ids.alpha},${ids.below}`,
      ]);
    }
  });

  test('an unknown filter returns 404 rather than a search of everything', async () => {
    for (const none of [
      'cat=999999',
      'tag=no-such',
      'author=999999',
      'author_name=no-such',
      'm=209913',
      'monthnum=3',
      'taxonomy=no-such&term=x',
      `cat=${'9'.repeat(30)}`,
      `cat=-${[1, 2, 3, 4, 5, 6, 7, 8, 9].join(',-')}`,
      `author=-${[1, 2, 3, 4, 5, 6, 7, 8, 9].join(',-')}`,
    ]) {
      expect([none, (await get(`/?s=kestrel&${none}`)).status]).toEqual([none, 404]);
    }
  });

  test('cached pages follow changed terms', async () => {
    const path = `/?s=kestrel&cat=${ids.beta}`;
    expect(await listed(path)).toEqual([200, 'Kestrel three']);
    const id = await site.database.write((tx) =>
      makePost(tx, { title: 'Kestrel four', termIds: [ids.beta] }),
    );
    await expect.poll(() => listed(path)).toEqual([200, 'Kestrel four', 'Kestrel three']);
    await site.database.write((tx) => updatePost(tx, id, { termIds: [ids.alpha] }));
    await expect.poll(() => listed(path)).toEqual([200, 'Kestrel three']);
  });
});
