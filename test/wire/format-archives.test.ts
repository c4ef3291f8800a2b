import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('articles of a format', (_get, place) => {
  let site: ServedSite;
  let newest = 0;
  const get = (path: string) => rawRequest(site.url, path);
  const set = (changes: Record<string, unknown>) => site.database.write((tx) => saveSettings(tx, changes));
  const shown = (body: string) =>
    [
      ...body.matchAll(
        /(?:<h2 class="card-title"><a href="|<link>[^<]*)\/((?:gallery|plain|secret|video)-\d)\//g,
      ),
    ].map(([, slug]) => slug);

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      await saveSettings(tx, { posts_per_page: 2 });
      for (let n = 1; n <= 5; n++)
        newest = await makePost(tx, { slug: `gallery-${n}`, title: `Gallery ${n}`, format: 'gallery' });
      await makePost(tx, { slug: 'plain-1', title: 'Plain' });
      await makePost(tx, { slug: 'video-1', title: 'Film', format: 'video' });
      await makePost(tx, { slug: 'secret-1', title: 'Secret', format: 'gallery', status: 'draft' });
      await makePost(tx, { slug: 'secret-2', title: 'Secret', format: 'gallery', password: 'x' });
      await makePost(tx, { slug: 'secret-3', title: 'Secret', format: 'quote', status: 'private' });
    });
  });
  afterAll(() => site.close());

  test('have a list with pages, the newest first, as WordPress names it', async () => {
    const first = await get('/type/gallery/');
    expect([first.status, shown(first.body)]).toEqual([200, ['gallery-5', 'gallery-4']]);
    expect(first.body).toContain(`<link rel="canonical" href="${site.url}/type/gallery/">`);
    expect(first.body).toMatch(/<title>Galleries /);
    expect(first.body).toMatch(/<h1[^>]*>Galleries/);
    expect(first.body).toMatch(
      /<body class="kind-cpt_tax [^"]*\barchive tax-post_format term-post-format-gallery\b/,
    );
    expect(first.body).toContain('href="/type/gallery/page/2/"');
    expect(shown((await get('/type/gallery/page/2/')).body)).toEqual(['gallery-3', 'gallery-2']);
    expect(shown((await get('/type/gallery/page/3/')).body)).toEqual(['gallery-1']);
    expect([(await get('/type/gallery/page/4/')).status, (await get('/type/video/')).status]).toEqual([
      404, 200,
    ]);
    const feed = await get('/type/gallery/feed/');
    expect([feed.status, shown(feed.body)]).toEqual([
      200,
      ['gallery-5', 'gallery-4', 'gallery-3', 'gallery-2', 'gallery-1'],
    ]);
    expect(first.body).toContain('/type/gallery/feed/');
    expect((await get('/type/gallery/feed/atom/')).headers['content-type']).toContain('atom');
  });

  test('other spellings redirect there, and unused formats return 404', async () => {
    for (const [from, to] of [
      ['/type/gallery', '/type/gallery/'],
      ['/type/post-format-gallery/', '/type/gallery/'],
      ['/?post_format=gallery', '/type/gallery/'],
      ['/?post_format=post-format-gallery&paged=2', '/type/gallery/page/2/'],
      ['/TYPE/Gallery/', '/type/gallery/'],
      ['/type/gallery/?utm_source=x', undefined],
    ] as const) {
      const { status, headers } = await get(from);
      expect([from, status, headers.location]).toEqual([from, to === undefined ? 200 : 301, to]);
    }
    for (const path of [
      '/type/standard/',
      '/type/quote/',
      '/type/aside/',
      '/type/',
      '/type/constructor/',
      '/type/__proto__/',
      '/type/gallery/x/',
      '/type/%00/',
      '/type/gallery%27--/',
      '/?post_format=standard',
      '/?post_format=nothing',
      '/type/standard/feed/',
      '/type/quote/feed/',
      `/type/${'g'.repeat(3000)}/`,
    ]) {
      expect([path.slice(0, 40), (await get(path)).status]).toEqual([path.slice(0, 40), 404]);
    }
    await set({ permalink_structure: 'plain' });
    const plain = await get('/type/gallery/?paged=2');
    expect([
      plain.status,
      plain.body.match(/(?<=<h2 class="card-title">.*)Gallery \d(?=<\/a><\/h2>)/g),
    ]).toEqual([200, ['Gallery 3', 'Gallery 2']]);
    await set({ permalink_structure: null });
  });

  test('continue as long as the list does, for any page size', async () => {
    await set({ posts_per_page: 100 });
    await site.database.write(async (tx) => {
      for (let n = 0; n < 51; n++)
        await makePost(tx, { slug: `many-${n}`, title: `Many ${n}`, format: 'aside' });
    });
    const second = await get('/type/aside/page/2/');
    expect([second.status, second.body.match(/class="card-title"><a href="[^"]*many-0\//g)]).toEqual([
      200,
      [expect.anything()],
    ]);
    expect((await get('/type/aside/page/3/')).status).toBe(404);
    await set({ posts_per_page: 2 });
  });

  test('follow publications and withdrawals, in the site’s wording, for one query more than a date archive: the address check', async () => {
    await get('/type/gallery/');
    await site.database.write((tx) => updatePost(tx, newest, { status: 'draft' }));
    expect(shown((await get('/type/gallery/')).body)).toEqual(['gallery-4', 'gallery-3']);
    await site.database.write((tx) => updatePost(tx, newest, { status: 'publish', format: 'standard' }));
    expect(shown((await get('/type/gallery/')).body)).toEqual(['gallery-4', 'gallery-3']);
    await set({ translation_format_gallery: 'Bilder' });
    expect((await get('/type/gallery/')).body).toMatch(/<h1[^>]*>Bilder/);
    const cost = async (path: string) => {
      await get(path);
      await site.app.cache.idle();
      await site.database.write(async (tx) => tx.emit('list:post', 'remove'));
      const before = site.database.queryCount();
      await get(path);
      return site.database.queryCount() - before;
    };
    expect(await cost('/type/gallery/')).toBeLessThanOrEqual((await cost('/2026/01/')) + 1);
  });
});
