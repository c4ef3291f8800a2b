import { afterAll, beforeAll, expect, test } from 'vitest';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { listedTitles } from '../harness/listed-titles.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('lists of several authors', (_get, place) => {
  let site: ServedSite;
  const ids = { ann: 0, ben: 0, cem: 0, silent: 0, draft: 0 };
  const get = (path: string) => rawRequest(site.url, path, {});
  const listed = (path: string) => listedTitles(site.url, path);

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      await saveSettings(tx, { blogname: 'The Daily' });
      ids.ann = await makeUser(tx, { login: 'zyxann', displayName: 'Ann', slug: 'ann' });
      ids.ben = await makeUser(tx, { login: 'zyxben', displayName: 'Ben', slug: 'ben' });
      ids.cem = await makeUser(tx, { login: 'zyxcem', displayName: 'Cem', slug: 'cem' });
      ids.silent = await makeUser(tx, { login: 'zyxsilent', displayName: 'Silent', slug: 'silent' });
      await makePost(tx, { title: 'Of Ann', authorId: ids.ann });
      await makePost(tx, { title: 'Of Ben', authorId: ids.ben });
      await makePost(tx, { title: 'Of Cem', authorId: ids.cem });
      await makePost(tx, { title: 'Of Cem with Ann', authorIds: [ids.cem, ids.ann] });
      ids.draft = await makePost(tx, { title: 'Of the silent', authorId: ids.silent, status: 'draft' });
    });
  });
  afterAll(() => site.close());

  test('[ROUTE-01] a comma lists posts by any of the authors, a minus sign excludes theirs, bylines included', async () => {
    expect(await listed(`/?author=${ids.ann},${ids.ben}`)).toEqual([
      200,
      'Of Cem with Ann',
      'Of Ben',
      'Of Ann',
    ]);
    expect(await listed(`/?author=-${ids.ann}`)).toEqual([200, 'Of Cem', 'Of Ben']);
    expect(await listed(`/?author=${ids.cem},-${ids.ann}`)).toEqual([200, 'Of Cem']);
  });

  test('such a page names its authors, is not indexed, shows no log-in name, and has a feed', async () => {
    const both = `/?author=${ids.ann},${ids.ben}`;
    const { body } = await get(both);
    expect(body).toContain('<title>Ann, Ben – The Daily</title>');
    expect(body).toContain('noindex, follow');
    expect(body).not.toMatch(/zyx|ProfilePage|"og:type" content="profile"/);
    const feed = await get(`${both}&feed=rss2`);
    expect((await readFeed(feed.body, site.url + both)).items.map(({ title }) => title)).toEqual([
      'Of Cem with Ann',
      'Of Ben',
      'Of Ann',
    ]);
    expect((await get(`/?author=-${ids.ann}`)).body).toContain('<title>The Daily');
  });

  test('it has one address; authors without a page are ignored, and unknown names return 404', async () => {
    for (const [from, to] of [
      [`/?author=${ids.ben},${ids.ann}`, undefined],
      [`/?author=${ids.ann},${ids.silent}`, '/author/ann/'],
      [`/?author=${ids.ann},999999`, '/author/ann/'],
      [`/?author=${ids.ann},${ids.ben},-${ids.silent}`, `/?author=${ids.ann},${ids.ben}`],
      [`/?author=${ids.ann},${ids.ben}&paged=1`, `/?author=${ids.ann},${ids.ben}`],
      ['/?author=-999999', '/'],
      [`/?author=-${ids.silent}`, '/'],
      [`/author/ann/?author=${ids.ben}`, '/author/ann/'],
      [`/?author=${ids.ann},${ids.ann}`, '/author/ann/'],
    ]) {
      const { status, headers } = await get(from ?? '');
      expect([from, status, headers.location]).toEqual([from, to === undefined ? 200 : 301, to]);
    }
    expect((await get(`/?author=${ids.ben},${ids.ann}`)).body).toContain(
      `<link rel="canonical" href="${site.url}/?author=${ids.ann},${ids.ben}">`,
    );
    const many = Array.from({ length: 9 }, (_, n) => n + 1);
    for (const none of [
      '999998,999999',
      String(ids.silent),
      `${ids.silent},999999`,
      many.join(),
      `-${many.join(',-')}`,
      '9'.repeat(30),
      `${ids.ben},-${ids.ben}`,
    ]) {
      expect([none, (await get(`/?author=${none}`)).status]).toEqual([none, 404]);
    }
    expect((await get(`/page/2/?author=${ids.ann},${ids.ben}`)).status).toBe(404);
  });

  test('cached lists follow publications and withdrawals', async () => {
    const [all, others] = [`/?author=${ids.ann},${ids.ben}`, `/?author=-${ids.ann}`];
    const fresh = await site.database.write((tx) => makePost(tx, { title: 'Fresh', authorId: ids.ben }));
    await expect.poll(() => listed(all)).toEqual([200, 'Fresh', 'Of Cem with Ann', 'Of Ben', 'Of Ann']);
    await expect.poll(() => listed(others)).toEqual([200, 'Fresh', 'Of Cem', 'Of Ben']);
    await site.database.write((tx) => updatePost(tx, fresh, { status: 'draft' }));
    await expect.poll(() => listed(all)).toEqual([200, 'Of Cem with Ann', 'Of Ben', 'Of Ann']);
    await expect.poll(() => listed(others)).toEqual([200, 'Of Cem', 'Of Ben']);
  });

  test('[ROUTE-01] an author, terms and a date together list posts that match all of them', async () => {
    const { alpha, red } = await site.database.write(async (tx) => {
      const terms = {
        alpha: await makeTerm(tx, { slug: 'alpha', name: 'Alpha' }),
        red: await makeTerm(tx, { taxonomy: 'post_tag', slug: 'red', name: 'Red' }),
      };
      const then = Date.UTC(2019, 2, 5, 12);
      await makePost(tx, {
        title: 'Alpha of Ann',
        authorId: ids.ann,
        termIds: [terms.alpha, terms.red],
        publishedAt: then,
      });
      await makePost(tx, {
        title: 'Alpha of Ben',
        authorIds: [ids.ben, ids.ann],
        termIds: [terms.alpha],
        publishedAt: then + 86_400_000 * 40,
      });
      await makePost(tx, {
        title: 'Red of Ben',
        authorId: ids.ben,
        termIds: [terms.red],
        publishedAt: then + 86_400_000,
      });
      return terms;
    });
    for (const [query, titles] of [
      [`cat=${alpha}&author=${ids.ann}`, ['Alpha of Ben', 'Alpha of Ann']],
      [`cat=${alpha}&author=-${ids.ann}`, undefined],
      [`cat=${alpha}&m=201903`, ['Alpha of Ann']],
      [`author=${ids.ben}&m=2019`, ['Alpha of Ben', 'Red of Ben']],
      [`author=${ids.ann}&m=201904`, ['Alpha of Ben']],
      [`cat=${alpha}&tag=red`, ['Alpha of Ann']],
      [`cat=-${alpha}&author=${ids.ben}&m=2019`, ['Red of Ben']],
      [`cat=${alpha}&m=2018`, undefined],
      [`cat=${alpha}&author=999999`, undefined],
      [`cat=999999&author=${ids.ann}`, undefined],
      [`cat=${alpha}&monthnum=3`, undefined],
    ] as const) {
      expect([query, ...(await listed(`/?${query}`))]).toEqual([
        query,
        ...(titles === undefined ? [404] : [200, ...titles]),
      ]);
    }
    const { body } = await get(`/?cat=${alpha}&author=${ids.ann}`);
    expect(body).toContain('<title>Alpha – Ann – The Daily</title>');
    expect(body).toContain('noindex, follow');
    for (const [from, to] of [
      [`category_name=alpha&author_name=ann`, `/?cat=${alpha}&author=${ids.ann}`],
      [`author=${ids.ben}&year=2019&monthnum=3`, `/?author=${ids.ben}&m=201903`],
      [`cat=${alpha}&author=-999999`, `/?cat=${alpha}`],
      ['cat=-999999&author=-999999', '/'],
      [`tag_id=${red}&cat=${alpha}&paged=1`, `/?cat=${alpha}&tag=red`],
    ]) {
      const { status, headers } = await get(`/?${from}`);
      expect([from, status, headers.location]).toEqual([from, 301, to]);
    }
  });
});
