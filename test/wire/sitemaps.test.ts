import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeDemoDatabase } from '../harness/demo-site.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const unitTest = fileURLToPath(new URL('../../../shared/data/theme-unit-test.xml', import.meta.url));
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => decodeEntities(url));

/** Every page of the sitemaps, with the file that names it; checks each status and canonical address. */
async function crawl(site: ServedSite): Promise<{ urls: string[]; problems: string[] }> {
  const index = await rawRequest(site.url, '/wp-sitemap.xml');
  expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=UTF-8']);
  const urls: string[] = [];
  const problems: string[] = [];
  for (const file of locations(index.body)) {
    const reply = await rawRequest(site.url, file.slice(site.url.length));
    if (reply.status !== 200) problems.push(`${file} answers ${reply.status}`);
    const found = locations(reply.body);
    if (found.length === 0 || found.length > 2000) problems.push(`${file} names ${found.length} pages`);
    urls.push(...found);
  }
  for (const url of urls) {
    const page = await rawRequest(site.url, url.slice(site.url.length));
    const canonical = decodeEntities(/<link rel="canonical" href="([^"]*)">/.exec(page.body)?.[1] ?? '');
    if (page.status !== 200 || canonical !== url)
      problems.push(`${url} answers ${page.status} and calls itself ${canonical}`);
    if (/<meta name="robots" content="noindex/.test(page.body))
      problems.push(`${url} is not for search engines`);
  }
  return { urls, problems };
}

onDrawnDatabase('sitemaps', (_get, place) => {
  let site: ServedSite;
  const get = (path: string) => rawRequest(site.url, path);
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const ids = { story: 0 };

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      const author = await makeUser(tx, { login: 'ada', slug: 'ada' });
      await makeUser(tx, { login: 'reader', slug: 'reader', roles: ['subscriber'] });
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: science });
      await makeTerm(tx, { name: 'Empty', slug: 'empty' });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Würde & mehr', slug: 'würde' });
      const genre = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir', slug: 'noir' });
      const picture = await makeMedia(tx, {});
      ids.story = await makePost(tx, {
        title: 'Story',
        slug: 'story',
        authorId: author,
        termIds: [space, tag, genre],
        featuredMediaId: picture,
        publishedAt: Date.now() - 60_000,
      });
      await makePost(tx, { title: 'Far', slug: 'far', id: 9000, publishedAt: Date.now() - 3 * 86_400_000 });
      await makePost(tx, { title: 'Hidden', slug: 'hidden', meta: detailsMeta({ noindex: true }) });
      await makePost(tx, {
        title: 'Foreign',
        slug: 'foreign',
        meta: detailsMeta({ canonicalUrl: 'https://elsewhere.example/foreign/' }),
      });
      await makePost(tx, { title: 'Own', slug: 'own', meta: detailsMeta({ canonicalUrl: '/own/' }) });
      await makePost(tx, { title: 'Locked', slug: 'locked', password: 'x' });
      await makePost(tx, { title: 'Draft', slug: 'draft', status: 'draft' });
      const about = await makePost(tx, { type: 'page', title: 'About', slug: 'about', id: 5000 });
      await makePost(tx, { type: 'page', title: 'Team', slug: 'team', parentId: about, id: 9100 });
      await makePost(tx, { type: 'book', title: 'A book', slug: 'a-book', id: 9200 });
    });
  });
  afterAll(() => site.close());

  test('[IMP-08] the index names files like WordPress, and every page in them exists and has that canonical address', async () => {
    const files = locations((await get('/wp-sitemap.xml')).body).map((url) => url.slice(site.url.length));
    expect(files).toEqual([
      '/wp-sitemap-posts-post-1.xml',
      '/wp-sitemap-posts-post-5.xml',
      '/wp-sitemap-posts-page-1.xml',
      '/wp-sitemap-posts-page-3.xml',
      '/wp-sitemap-posts-page-5.xml',
      '/wp-sitemap-posts-book-5.xml',
      '/wp-sitemap-taxonomies-category-1.xml',
      '/wp-sitemap-taxonomies-genre-1.xml',
      '/wp-sitemap-taxonomies-post_tag-1.xml',
      '/wp-sitemap-users-1.xml',
    ]);
    const { urls, problems } = await crawl(site);
    expect(problems).toEqual([]);
    expect(urls.map((url) => decodeURI(url.slice(site.url.length))).toSorted()).toEqual([
      '/',
      '/about/',
      '/about/team/',
      '/author/ada/',
      '/book/a-book/',
      '/category/science/',
      '/category/science/space/',
      '/far/',
      '/genre/noir/',
      '/own/',
      '/story/',
      '/tag/würde/',
    ]);
  });

  test('a file lists pictures and modification dates, and the index the date of each file', async () => {
    const { body } = await get('/wp-sitemap-posts-post-1.xml');
    expect(body).toMatch(
      /<loc>[^<]*\/story\/<\/loc><lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00<\/lastmod><image:image><image:loc>[^<]*\/picture-\d+\.jpg<\/image:loc>/,
    );
    expect((await get('/wp-sitemap.xml')).body).toMatch(/posts-post-1\.xml<\/loc><lastmod>/);
  });

  test('other addresses redirect to the index, gaps to the next file, and visitors can read them', async () => {
    for (const path of [
      '/sitemap.xml',
      '/sitemap_index.xml',
      '/sitemap-index.xml',
      '/sitemap.xml.gz',
      '/sitemap_index.xml.gz',
      '/sitemap-misc.xml',
      '/sitemap-authors.xml',
      '/sitemap-pt-post-p1-2024-01.xml',
      '/sitemap-tax-category.xml',
    ]) {
      expect([path, (await get(path)).headers.location]).toEqual([path, '/wp-sitemap.xml']);
    }
    expect((await get('/sitemap.rss')).headers.location).toBe('/feed/');
    expect((await get('/wp-sitemap-posts-post-2.xml')).headers.location).toBe('/wp-sitemap-posts-post-5.xml');
    for (const path of [
      '/wp-sitemap-posts-post-6.xml',
      '/wp-sitemap-posts-none-1.xml',
      '/wp-sitemap-posts-wp_block-1.xml',
      '/wp-sitemap-posts-post-0.xml',
      '/wp-sitemap-taxonomies-post_format-1.xml',
      '/wp-sitemap-x-1.xml',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const sheet = await get('/wp-sitemap.css');
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=UTF-8']);
  });

  test('sitemap files of SEO plugins redirect to ours: the first to the first, others to the index, extras nowhere', async () => {
    const found: [string, string][] = [
      ['/post-sitemap.xml', 'posts-post-1'],
      ['/post-sitemap1.xml', 'posts-post-1'],
      ['/page-sitemap.xml?x=1', 'posts-page-1'],
      ['/book-sitemap.xml', 'posts-book-1'],
      ['/category-sitemap.xml', 'taxonomies-category-1'],
      ['/post_tag-sitemap.xml', 'taxonomies-post_tag-1'],
      ['/genre-sitemap.xml', 'taxonomies-genre-1'],
      ['/author-sitemap.xml', 'users-1'],
    ];
    for (const [path, file] of found)
      expect([path, (await get(path)).headers.location?.toString().split('?')[0]]).toEqual([
        path,
        `/wp-sitemap-${file}.xml`,
      ]);
    for (const path of [
      '/post-sitemap2.xml',
      '/category-sitemap14.xml',
      '/author-sitemap3.xml',
      '/post_format-sitemap.xml',
      '/local-sitemap.xml',
      '/video-sitemap.xml',
      '/video-sitemap2.xml',
      '/image-sitemap.xml',
      '/addl-sitemap.xml',
      '/attachment-sitemap.xml',
    ]) {
      expect([path, (await get(path)).headers.location]).toEqual([path, '/wp-sitemap.xml']);
    }
    for (const path of [
      '/main-sitemap.xsl',
      '/sitemap-none.xml',
      '/sitemap-pt-.xml',
      '/constructor-sitemap.xml',
      '/nav_menu-sitemap.xml',
      '/post-sitemap0.xml',
      '/post-sitemap99999.xml',
      '/POST-sitemap.xml',
      '/-sitemap.xml',
      `/${'a'.repeat(3000)}-sitemap.xml`,
      '/post-sitemap.xml.gz',
      '/x/post-sitemap.xml',
      '/wp-sitemap1.xml',
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    await write((tx) => saveSettings(tx, { blog_public: false }));
    for (const path of ['/post-sitemap.xml', '/video-sitemap.xml'])
      expect((await get(path)).status).toBe(404);
    await write((tx) => saveSettings(tx, { blog_public: null }));
  });

  test('the news sitemap holds two days, with name and language', async () => {
    await write((tx) =>
      saveSettings(tx, { news_publication_name: 'The Daily & Co.', site_language: 'en-GB' }),
    );
    const { body } = await get('/news-sitemap.xml');
    expect(locations(body)).toEqual([`${site.url}/story/`]);
    expect(body).toMatch(
      /<news:name>The Daily &amp; Co\.<\/news:name><news:language>en<\/news:language><\/news:publication><news:publication_date>[^<]+<\/news:publication_date><news:title>Story<\/news:title>/,
    );
  });

  test('published and withdrawn posts are in the sitemaps at the next request', async () => {
    await get('/wp-sitemap-posts-post-1.xml');
    await write((tx) => updatePost(tx, ids.story, { status: 'draft' }));
    expect((await get('/wp-sitemap-posts-post-1.xml')).body).not.toContain('/story/');
    await write((tx) => updatePost(tx, ids.story, { status: 'publish' }));
    await get('/wp-sitemap-posts-post-1.xml'); // a stale copy, while a new one is rendered
    await site.app.cache.idle();
    expect((await get('/wp-sitemap-posts-post-1.xml')).body).toContain('/story/');
  });

  test('a site hidden from search engines has no sitemaps', async () => {
    await write((tx) => saveSettings(tx, { blog_public: false }));
    for (const path of ['/wp-sitemap.xml', '/wp-sitemap-posts-post-1.xml', '/news-sitemap.xml'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    await write((tx) => saveSettings(tx, { blog_public: true }));
  });

  test('with plain permalinks and a page in front, too', async () => {
    await write((tx) =>
      saveSettings(tx, { permalink_structure: 'plain', show_on_front: 'page', page_on_front: 5000 }),
    );
    const { urls, problems } = await crawl(site);
    expect(problems).toEqual([]);
    expect(urls.filter((url) => url === `${site.url}/`)).toHaveLength(1);
    await write((tx) =>
      saveSettings(tx, { permalink_structure: null, show_on_front: null, page_on_front: null }),
    );
  });
});

describe.skipIf(!existsSync(unitTest))('the theme unit test', () => {
  onDrawnDatabase('its sitemaps', (_get, place) => {
    test('[IMP-08] every page that they list exists and has that canonical address', async () => {
      const site = await serveSite(place());
      try {
        await importWxr(site.database, createReadStream(unitTest));
        const { urls, problems } = await crawl(site);
        expect(problems).toEqual([]);
        expect(urls.length).toBeGreaterThan(100);
      } finally {
        await site.close();
      }
    });
  });
});

test('[IMP-08] every page in the demo’s sitemaps exists and has that canonical address', async () => {
  const place = await makeDemoDatabase();
  const site = await serveSite(place);
  try {
    const { urls, problems } = await crawl(site);
    expect(problems).toEqual([]);
    expect(urls.length).toBeGreaterThan(50);
  } finally {
    await site.close();
    await place.drop();
  }
});
