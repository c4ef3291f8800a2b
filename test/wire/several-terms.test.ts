import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { listedTitles } from '../harness/listed-titles.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('lists of several terms', (_get, place) => {
  let site: ServedSite;
  const ids = { alpha: 0, beta: 0, below: 0, red: 0, blue: 0, both: 0 };
  const get = (path: string) => rawRequest(site.url, path, {});
  const listed = (path: string) => listedTitles(site.url, path);

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      await saveSettings(tx, { blogname: 'The Daily' });
      ids.alpha = await makeTerm(tx, { name: 'Alpha', slug: 'alpha', description: 'All about alpha.' });
      ids.beta = await makeTerm(tx, { name: 'Beta', slug: 'beta' });
      ids.below = await makeTerm(tx, { name: 'Below', slug: 'below', parentId: ids.alpha });
      ids.red = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Red', slug: 'red' });
      ids.blue = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Blue', slug: 'blue' });
      const noir = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir', slug: 'noir' });
      const west = await makeTerm(tx, { taxonomy: 'genre', name: 'West', slug: 'west' });
      const both = [ids.alpha, ids.beta, ids.red, ids.blue];
      ids.both = await makePost(tx, { title: 'Both of them', slug: 'both', termIds: [...both, noir, west] });
      await makePost(tx, { title: 'Alpha alone', slug: 'alpha-alone', termIds: [ids.alpha, ids.red] });
      await makePost(tx, { title: 'Beta alone', slug: 'beta-alone', termIds: [ids.beta, ids.blue] });
      await makePost(tx, { title: 'Below alpha', slug: 'below-alpha', termIds: [ids.below] });
      await makePost(tx, { title: 'Neither', slug: 'neither' });
      await makePost(tx, { title: 'Unfinished', slug: 'unfinished', status: 'draft', termIds: both });
      await makePost(tx, { title: 'Behind a word', slug: 'behind', status: 'private', termIds: both });
    });
  });
  afterAll(() => site.close());

  test('[ROUTE-01] a plus sign between terms lists posts with all of them, a comma with any, child terms included', async () => {
    expect(await listed('/category/alpha+beta/')).toEqual([200, 'Both of them']);
    expect(await listed('/category/alpha,beta/')).toEqual([
      200,
      'Below alpha',
      'Beta alone',
      'Alpha alone',
      'Both of them',
    ]);
    expect(await listed('/tag/blue+red/')).toEqual([200, 'Both of them']);
    expect(await listed('/tag/blue,red/')).toEqual([200, 'Beta alone', 'Alpha alone', 'Both of them']);
    expect(await listed('/genre/noir+west/')).toEqual([200, 'Both of them']);
  });

  test('such a page names its terms, is not indexed, and has one address', async () => {
    const { body } = await get('/category/alpha+beta/');
    expect(body).toContain('<title>Alpha + Beta – The Daily</title>');
    expect(body).toContain('noindex, follow');
    expect(body).toContain('/category/alpha+beta/feed/');
    expect(body).not.toContain('All about alpha.');
    for (const [from, to] of [
      ['/tag/red+blue/', '/tag/blue+red/'],
      ['/tag/red%2Bblue/', '/tag/blue+red/'],
      ['/tag/red,blue,red/', '/tag/blue,red/'],
      ['/?tag=red+blue', '/tag/blue+red/'],
      ['/?tag=red,blue', '/tag/blue,red/'],
      ['/?category_name=alpha,beta', '/category/alpha,beta/'],
      [`/?tag_id=${ids.red}`, '/tag/red/'],
      [`/?cat=${ids.beta},${ids.alpha}`, '/category/alpha,beta/'],
      ['/tag/red,no-such/', '/tag/red/'],
      ['/tag/red+red/', '/tag/red/'],
      [`/?cat=${ids.alpha},999999`, '/category/alpha/'],
      ['/tag/red+blue/feed/', '/tag/blue+red/feed/'],
      [`/?cat=${ids.alpha},${ids.beta}&feed=rss2`, '/category/alpha,beta/feed/'],
    ]) {
      const { status, headers } = await get(from ?? '');
      expect([from, status, headers.location]).toEqual([from, 301, to]);
    }
  });

  test('categories with a minus sign are left out, in pages and feeds', async () => {
    expect(await listed(`/?cat=-${ids.alpha}`)).toEqual([200, 'Neither', 'Beta alone']);
    expect(await listed(`/?cat=${ids.alpha},-${ids.beta}`)).toEqual([200, 'Below alpha', 'Alpha alone']);
    const path = `/?cat=-${ids.alpha}&feed=rss2`;
    const { body } = await get(path);
    expect(body).toContain('<title>The Daily</title>');
    expect((await readFeed(body, site.url + path)).items.map(({ title }) => title)).toEqual([
      'Neither',
      'Beta alone',
    ]);
    const both = await get('/category/alpha+beta/feed/');
    expect(
      (await readFeed(both.body, `${site.url}/category/alpha+beta/feed/`)).items.map(({ title }) => title),
    ).toEqual(['Both of them']);
  });

  test('unknown terms, too many, or a combination without posts return 404', async () => {
    const many = (separator: string) => Array.from({ length: 30 }, (_, n) => String(n + 1)).join(separator);
    for (const path of [
      '/tag/red+no-such/',
      '/tag/no-such,neither/',
      '/tag/+/',
      '/tag/,/',
      '/category/below+beta/',
      '/category/alpha,beta/page/2/',
      '/category/alpha,beta/page/900000/',
      '/?cat=-999999',
      '/?cat=999998,999999',
      `/?cat=${many(',')}`,
      `/?cat=-${many(',-')}`,
      `/tag/${many('+')}/`,
      `/?cat=${'9'.repeat(40)}`,
      '/tag/red+%00/',
      '/wp_theme/a+b/',
      `/?cat=${ids.red},${ids.blue}`,
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });

  test('cached lists follow publications, withdrawals and changed terms', async () => {
    const id = await site.database.write((tx) =>
      makePost(tx, { title: 'Fresh', slug: 'fresh', termIds: [ids.beta] }),
    );
    await expect.poll(() => listed(`/?cat=-${ids.alpha}`)).toEqual([200, 'Fresh', 'Neither', 'Beta alone']);
    await site.database.write((tx) => updatePost(tx, id, { termIds: [ids.beta, ids.alpha] }));
    await expect.poll(() => listed(`/?cat=-${ids.alpha}`)).toEqual([200, 'Neither', 'Beta alone']);
    await expect.poll(() => listed('/category/alpha+beta/')).toEqual([200, 'Fresh', 'Both of them']);
    await site.database.write((tx) => updatePost(tx, id, { status: 'draft' }));
    await expect.poll(() => listed('/category/alpha+beta/')).toEqual([200, 'Both of them']);
  });

  test('with plain permalinks the query is the address', async () => {
    await site.database.write((tx) => saveSettings(tx, { permalink_structure: 'plain' }));
    const [alphaBeta, blueRed] = [`/?cat=${ids.alpha},${ids.beta}`, '/?tag=blue+red'];
    expect(await listed(alphaBeta)).toEqual([
      200,
      'Below alpha',
      'Beta alone',
      'Alpha alone',
      'Both of them',
    ]);
    expect(await listed(blueRed)).toEqual([200, 'Both of them']);
    expect(await listed('/?category_name=alpha+beta')).toEqual([200, 'Both of them']);
    expect((await get('/tag/red+blue/')).headers.location).toBe(blueRed);
    expect((await get('/category/beta,alpha/')).headers.location).toBe(alphaBeta);
    expect((await get(`${blueRed}&feed=rss2`)).status).toBe(200);
  });
});
