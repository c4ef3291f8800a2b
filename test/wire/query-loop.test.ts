import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFiles } from '../../src/import/import-wxr.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { rankRelated, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const query = (
  id: number,
  attributes: object,
) => `<!-- wp:query ${JSON.stringify({ queryId: id, query: attributes })} -->
<div class="wp-block-query"><!-- wp:post-template -->
<!-- wp:post-title {"isLink":true} /-->
<!-- /wp:post-template -->
<!-- wp:query-pagination -->
<!-- wp:query-pagination-previous /-->
<!-- wp:query-pagination-numbers /-->
<!-- wp:query-pagination-next /-->
<!-- /wp:query-pagination -->
<!-- wp:query-no-results -->
<!-- wp:paragraph --><p>Nothing stands here.</p><!-- /wp:paragraph -->
<!-- /wp:query-no-results --></div>
<!-- /wp:query -->`;

const item = (
  id: number,
  title: string,
  content: string,
  type = 'post',
) => `<item><title>${title}</title><wp:post_id>${id}</wp:post_id>
<wp:post_date_gmt>2026-01-${String(id).padStart(2, '0')} 10:00:00</wp:post_date_gmt><wp:post_name>${title.toLowerCase()}</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type><content:encoded><![CDATA[${content}]]></content:encoded></item>`;

const lists = `${query(1, { perPage: 2, postType: 'post', order: 'desc', orderBy: 'date', author: '', search: '', exclude: [], sticky: '', inherit: false })}
${query(2, { perPage: '1', offset: '1', postType: 'page', order: 'asc', orderBy: 'title', inherit: false, parents: [] })}`;
const wxr = `<?xml version="1.0"?><rss version="2.0"
xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.test</wp:base_blog_url>
${item(20, 'Lists', lists)}${[1, 2, 3, 4, 5].map((n) => item(n, `Post${n}`, '<p>Words</p>')).join('')}
${[11, 12, 13].map((n) => item(n, `Page${n}`, '<p>Words</p>', 'page')).join('')}</channel></rss>`;

onBothDatabases('lists in an imported post', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    await importFiles(site.database, [{ name: 'lists.xml', open: () => Readable.from([Buffer.from(wxr)]) }]);
  });
  afterAll(() => site.close());

  const get = async (path: string) => {
    const { status, body, headers } = await rawRequest(site.url, path);
    const article = /<div class="post-content[^]*?<\/main>/.exec(body)?.[0] ?? '';
    const parts = article.split('<div class="wp-block-query ').slice(1);
    const titles = parts.map((part) =>
      [...part.matchAll(/post-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title).join(' '),
    );
    const next = parts.map((part) =>
      /<a href="([^"]*)" class="wp-block-query-pagination-next"/.exec(part)?.[1]?.replaceAll('&amp;', '&'),
    );
    return { status, body, headers, article, titles, next };
  };

  test('each is turned by plain links, and leaves the other where it is', async () => {
    const first = await get('/lists/');
    expect([first.status, first.titles]).toEqual([200, ['Lists Post5', 'Page12']]);
    expect(first.next).toEqual(['/lists/?query-1-page=2', '/lists/?query-2-page=2']);
    const second = await get(first.next[0] ?? '');
    expect(second.titles).toEqual(['Post4 Post3', 'Page12']);
    expect(second.next).toEqual(['/lists/?query-1-page=3', '/lists/?query-1-page=2&query-2-page=2']);
    const both = await get(second.next[1] ?? '');
    expect(both.titles).toEqual(['Post4 Post3', 'Page13']);
    expect(both.next).toEqual(['/lists/?query-1-page=3&query-2-page=2', undefined]);
    expect(both.body).toContain('<meta name="robots" content="noindex, follow"');
    expect(both.body).toContain(`<link rel="canonical" href="${site.url}/lists/"`);
    expect(first.body).not.toContain('noindex');
  });

  test('a parameter without effect changes nothing and creates no cache entry; invalid and far pages respond', async () => {
    await rankRelated(site, 'lists', 'post1');
    const plain = await get('/post1/');
    const { entries } = site.app.cache.stats();
    for (let n = 2; n < 12; n++)
      expect((await get(`/post1/?query-${n}-page=${n}&query-page=5`)).article).toBe(plain.article);
    expect(site.app.cache.stats().entries).toBe(entries);
    const first = await get('/lists/');
    for (const nonsense of [
      '1-page=x',
      '1-page=-1',
      '1-page=0',
      '1-page=1',
      '1-page[]=2',
      '1-page=%00',
      '1a-page=2',
    ]) {
      const { status, titles, next } = await get(`/lists/?query-${nonsense}`);
      expect([status, titles, next]).toEqual([200, first.titles, first.next]);
    }
    for (const far of ['4', '999999999999999']) {
      const past = await get(`/lists/?query-1-page=${far}`);
      expect([past.status, past.titles]).toEqual([200, ['', 'Page12']]);
      expect(past.article).toContain('<div class="wp-block-query-no-results">');
      expect(past.article).toContain('Nothing stands here.');
    }
    expect((await get('/none/?query-1-page=2')).status).toBe(404);
    expect((await get('/Lists/?query-1-page=2')).headers.location).toBe('/lists/?query-1-page=2');
  });

  test('covers and media of a text show the picture of its post, and the content around them stays unchanged', async () => {
    const [cover, media] = [
      '<!-- wp:cover {"useFeaturedImage":true} --><div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background"></span>' +
        '<div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p>On it</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->',
      '<!-- wp:media-text {"useFeaturedImage":true} --><div class="wp-block-media-text"><figure class="wp-block-media-text__media"></figure>' +
        '<div class="wp-block-media-text__content"><!-- wp:paragraph --><p>Beside it</p><!-- /wp:paragraph --></div></div><!-- /wp:media-text -->',
    ];
    await site.database.write(async (tx) =>
      makePost(tx, {
        title: 'Pictured',
        slug: 'pictured',
        content: `${cover}<p>Between</p>${media}<p>Behind</p>`,
        featuredMediaId: await makeMedia(tx, { file: { alt: 'A ship' } }),
      }),
    );
    const { article } = await get('/pictured/');
    expect(article).toMatch(
      new RegExp(
        '<div class="wp-block-cover"><span [^>]*></span><img class="wp-block-cover__image-background [^>]* alt="A ship"[^>]*>' +
          '<div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow">' +
          '<p class="wp-block-paragraph">On it</p></div></div><p>Between</p>',
      ),
    );
    expect(article).toMatch(
      new RegExp(
        '<figure class="wp-block-media-text__media"><img src="[^"]+" [^>]*alt="A ship"></figure>' +
          '<div class="wp-block-media-text__content"><p class="wp-block-paragraph">Beside it</p></div></div><p>Behind</p>',
      ),
    );
  });

  test('a change of a listed post is visible on every page of the list', async () => {
    expect((await get('/lists/?query-1-page=2')).titles[0]).toBe('Post4 Post3');
    await site.database.write((tx) => updatePost(tx, 4, { status: 'draft' }));
    await expect.poll(async () => (await get('/lists/?query-1-page=2')).titles[0]).toBe('Post3 Post2');
    await site.database.write((tx) => updatePost(tx, 4, { status: 'publish' }));
    await expect.poll(async () => (await get('/lists/?query-1-page=2')).titles[0]).toBe('Post4 Post3');
  });
});
