import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTemplateGlobally, clearTemplateAssignment } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { pageKinds } from '../../src/blocks/load-context.ts';
import type { PageInfo } from '../../src/blocks/load-context.ts';
import { wholePage } from '../harness/whole-page.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { pageSite } from '../harness/page-site.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** An address of every kind of page; `/no-such-page/` for the 404 page. */
const addresses: Readonly<Record<string, string>> = {
  home: '/',
  single: '/a-story/',
  category: '/category/science/space/',
  author: '/author/ada/',
  tag: '/tag/comets/',
  '404': '/no-such-page/',
  date: '/2026/01/',
  search: '/?s=story',
  attachment: '/a-picture/',
  page: '/about/team/',
  woo_product: '/product/mug/',
  woo_archive: '/product-category/cups/',
  woo_search_archive: '/?s=mug&post_type=product',
  woo_shop_base: '/shop/',
  cpt: '/book/dune/',
  cpt_tax: '/genre/desert/',
};

onDrawnDatabase('kinds of pages', (get, place) => {
  let site: ServedSite;
  const ids = { about: 0, news: 0 };
  const request = (path: string) => rawRequest(site.url, path);
  const titles = (html: string) =>
    [...html.matchAll(/class="card-title"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title);
  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await request(path)).status));

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      const authorId = await makeUser(tx, { login: 'ada', slug: 'ada', displayName: 'Ada Quill' });
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: science });
      const comets = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Comets', slug: 'comets' });
      const desert = await makeTerm(tx, { taxonomy: 'genre', name: 'Desert', slug: 'desert' });
      const cups = await makeTerm(tx, { taxonomy: 'product_cat', name: 'Cups', slug: 'cups' });
      const publishedAt = Date.UTC(2026, 0, 15, 12);
      await makePost(tx, {
        title: 'A story',
        slug: 'a-story',
        authorId,
        termIds: [space, comets],
        publishedAt,
      });
      for (let n = 1; n <= 24; n++)
        await makePost(tx, {
          title: `Story ${n}`,
          authorId,
          termIds: [space, comets],
          publishedAt: publishedAt - n * 60_000,
        });
      ids.about = await makePost(tx, { type: 'page', title: 'About', slug: 'about' });
      await makePost(tx, {
        type: 'page',
        title: 'Team',
        slug: 'team',
        parentId: ids.about,
        content:
          '[vc_row][vc_column width="1/2"][vc_column_text]<p>Built by hand.</p>[/vc_column_text][/vc_column][/vc_row]',
      });
      ids.news = await makePost(tx, { type: 'page', title: 'News', slug: 'news' });
      await makeMedia(tx, { title: 'A picture', slug: 'a-picture' });
      for (let n = 0; n < 12; n++) {
        await makePost(tx, {
          type: 'book',
          title: n === 0 ? 'Dune' : `Book ${n}`,
          slug: n === 0 ? 'dune' : `book-${n}`,
          termIds: [desert],
        });
      }
      await makePost(tx, { type: 'product', title: 'Mug', slug: 'mug', termIds: [cups] });
    });
  });
  afterAll(() => site.close());

  test('[ROUTE-11] each kind of page answers by the template of that kind', async () => {
    expect(new Set(Object.keys(addresses))).toEqual(new Set(pageKinds));
    for (const [kind, path] of Object.entries(addresses)) {
      const { status, body } = await request(path);
      expect([kind, status]).toEqual([kind, kind === '404' ? 404 : 200]);
      expect(body).toMatch(new RegExp(`<body class="[^"]*\\bkind-${kind}[ "]`));
    }
    // A template for a kind takes over the pages of that kind and no others.
    const assignedAs = (kind: string) => ({ cpt: 'cpt:book', cpt_tax: 'cpt_tax:genre' })[kind] ?? kind;
    await site.database.write(async (tx) => {
      for (const kind of pageKinds) {
        const id = await createTemplate(tx, {
          type: kind,
          title: kind,
          content: `<!-- wp:paragraph --><p>Template of ${kind}.</p><!-- /wp:paragraph -->`,
        });
        await assignTemplateGlobally(tx, assignedAs(kind), id);
      }
    });
    for (const [kind, path] of Object.entries(addresses))
      expect([kind, /Template of (\w+)\./.exec((await request(path)).body)?.[1]]).toEqual([kind, kind]);
    await site.database.write(async (tx) => {
      for (const kind of pageKinds) await clearTemplateAssignment(tx, assignedAs(kind), 0);
    });
  });

  test('every kind renders its built-in template where there is nothing to show', async () => {
    const own = pageSite(get());
    for (const kind of pageKinds) {
      // A page without an object, whatever its kind.
      const page = {
        kind,
        path: '/nothing/',
        pageNumber: 1,
        title: 'Nothing here',
        postType: 'unheard-of',
        ...(kind.includes('search') ? { search: 'zzzz' } : {}),
      } as PageInfo;
      expect([kind, (await wholePage(own, page, false)).html]).toEqual([
        kind,
        expect.stringContaining('<main'),
      ]);
    }
    expect(own.logged).toEqual([]);
  });

  test('[IMP-05] pages nest, show page builder content, and one of them can be the front page', async () => {
    const team = await request('/about/team/');
    expect(team.body).toContain('Built by hand.');
    expect(team.body).not.toContain('[vc_');
    expect(await statuses('/team/', '/about/')).toEqual([301, 200]);
    await site.database.write((tx) =>
      saveSettings(tx, { show_on_front: 'page', page_on_front: ids.about, page_for_posts: ids.news }),
    );
    const front = await request('/');
    expect(front.body).toMatch(/kind-page[ "][\s\S]*About/);
    expect((await request('/about/')).headers.location).toBe('/');
    const news = await request('/news/');
    expect(news.body).toMatch(/<h1[^>]*>News<\/h1>/);
    expect(titles(news.body)[0]).toBe('A story');
    await site.database.write((tx) =>
      saveSettings(tx, { show_on_front: null, page_on_front: null, page_for_posts: null }),
    );
  });

  test('[IMP-06] archives of every kind go from page to page, and end', async () => {
    for (const [path, pages] of [
      ['/category/science/', 3],
      ['/category/science/space/', 3],
      ['/tag/comets/', 3],
      ['/author/ada/', 3],
      ['/2026/', 3],
      ['/2026/01/', 3],
      ['/2026/01/15/', 3],
      ['/genre/desert/', 2],
      ['/book/', 2],
    ] as const) {
      const seen = new Set<string | undefined>();
      for (let page = 1; page <= pages; page++) {
        const { status, body } = await request(page === 1 ? path : `${path}page/${page}/`);
        const main = /archive-loop[\s\S]*?<\/section>/.exec(body)?.[0] ?? '';
        expect([
          path,
          page,
          status,
          titles(main).every((title) => !seen.has(title)),
          /rel="next"/.test(main),
        ]).toEqual([path, page, 200, true, page < pages]);
        for (const title of titles(main)) seen.add(title);
      }
      expect([path, seen.size]).toEqual([path, path === '/genre/desert/' || path === '/book/' ? 12 : 25]);
      expect([path, ...(await statuses(`${path}page/${pages + 1}/`))]).toEqual([path, 404]);
    }
    expect(await statuses('/page/2/?s=story', '/page/9/?s=story', '/page/2/')).toEqual([200, 404, 200]);
  });

  test('an editor’s page precedes an archive of the same name; a type without posts lacks an archive', async () => {
    const page = await site.database.write((tx) =>
      makePost(tx, { type: 'page', title: 'Our shop', slug: 'shop' }),
    );
    expect((await request('/shop/')).body).toContain('Our shop');
    await site.database.write((tx) => deletePost(tx, page));
    expect((await request('/shop/')).body).toContain('Mug');
    expect(
      await statuses('/product/', '/post/', '/page/', '/attachment/', '/wp_template/', '/film/'),
    ).toEqual([404, 404, 404, 404, 404, 404]);
    const [mug] = await site.database.read
      .selectFrom('post')
      .select('id')
      .where('slug', '=', 'mug')
      .execute();
    await site.database.write((tx) => updatePost(tx, mug?.id ?? 0, { status: 'draft' }));
    expect(await statuses('/shop/')).toEqual([404]);
  });

  test('[IMP-07] the 404 page has status 404, a search and the newest articles, and a template of its own when there is one', async () => {
    const { status, body, headers } = await request('/nothing-was-ever-here/');
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toMatch(/<main[\s\S]*<form class="search-form" role="search"[\s\S]*A story[\s\S]*<\/main>/);
    await site.database.write(async (tx) =>
      assignTemplateGlobally(
        tx,
        '404',
        await createTemplate(tx, {
          type: '404',
          title: 'Lost',
          content: '<!-- wp:paragraph --><p>Lost, are we?</p><!-- /wp:paragraph -->',
        }),
      ),
    );
    const own = await request('/nothing-was-ever-here/');
    expect([own.status, own.body.includes('Lost, are we?')]).toEqual([404, true]);
  });
});
