import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { updateTerm } from '../../src/modules/terms/writer.ts';
import { definePostType } from '../../src/modules/types/model.ts';
import {
  registeredTypes,
  registerPostType,
  registerTaxonomy,
  capabilityOf,
  postActions,
} from '../../src/modules/types/registry.ts';
import type { TakeBack } from '../../src/modules/types/registry.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { mayEditPost, mayPublish } from '../../src/modules/posts/policy.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** All options of a type. */
const review = {
  name: 'review',
  meta: { rating: z.coerce.number().min(1).max(5) },
  labels: { plural: 'Reviews', singular: 'Review', archive: 'What we tried' },
  slug: 'reviews',
  restBase: 'reviews',
  capabilityType: 'reviews',
  isArticle: true,
} as const;
const brand = {
  name: 'brand',
  labels: { plural: 'Brands', singular: 'Brand' },
  isHierarchical: true,
  isTopic: true,
  restBase: 'brands',
  postTypes: ['review'],
  meta: { founded: z.coerce.number().int().min(1000).max(2100) },
} as const;
/** A non-public type. */
const memo = { name: 'memo', labels: { plural: 'Memos', singular: 'Memo' }, isPublic: false } as const;
/** Words that only its posts and their data contain. */
const secret = /quarterly|whispered|overheard|blueprint|posts-memo/i;

onDrawnDatabase('a type of one’s own', (get, place) => {
  let site: ServedSite;
  const taken: TakeBack[] = [];
  const ids = { phone: 0, memo: 0, memoPicture: 0, acme: 0, category: 0, author: 0, page: 0, boss: 0 };
  const request = (path: string) => rawRequest(site.url, path);
  const json = async (path: string) => JSON.parse((await request(path)).body) as Record<string, unknown>;
  /** The reviews that a page lists, in order; the sidebar shows articles. */
  const cards = (html: string) =>
    [...html.matchAll(/class="card-title"><a href="(\/reviews\/[^"]*)">((?:<mark>|[^<])*)/g)].map(
      ([, url, title]) => `${url} ${title}`,
    );

  beforeAll(async () => {
    taken.push(registerPostType(review), registerTaxonomy(brand), registerPostType(memo));
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      ids.author = await makeUser(tx, { login: 'ada', slug: 'ada', displayName: 'Ada Quill' });
      ids.boss = await makeUser(tx, { roles: ['administrator'] });
      ids.category = await makeTerm(tx, { name: 'Gadgets', slug: 'gadgets' });
      const makers = await makeTerm(tx, { taxonomy: 'brand', name: 'Makers', slug: 'makers' });
      ids.acme = await makeTerm(tx, {
        taxonomy: 'brand',
        name: 'Acme',
        slug: 'acme',
        parentId: makers,
        meta: { founded: ['1949'], tax: ['7654321'] },
      });
      for (let n = 1; n <= 12; n++) {
        await makePost(tx, {
          type: 'review',
          title: `Review ${n}`,
          slug: `review-${n}`,
          authorId: ids.author,
          termIds: [ids.acme],
        });
      }
      ids.phone = await makePost(tx, {
        type: 'review',
        title: 'The folding phone',
        slug: 'phone',
        meta: { rating: ['4'], price: ['7654321'] },
        authorId: ids.author,
        termIds: [ids.acme],
        content: '<!-- wp:paragraph --><p>Xylophone hinges.</p><!-- /wp:paragraph -->',
      });
      await makePost(tx, { title: 'An article', slug: 'an-article', termIds: [ids.category] });
      ids.memo = await makePost(tx, {
        type: 'memo',
        title: 'Quarterly zeppelin',
        slug: 'zeppelin',
        authorId: ids.author,
        termIds: [ids.category, ids.acme],
        content: '<!-- wp:paragraph --><p>What was whispered of a zeppelin.</p><!-- /wp:paragraph -->',
      });
      ids.memoPicture = await makeMedia(tx, {
        title: 'Blueprint',
        slug: 'zeppelin-plan',
        parentId: ids.memo,
      });
      await makeComment(tx, { postId: ids.memo, content: 'Overheard: a zeppelin.' });
      await makeComment(tx, { postId: ids.phone, content: 'It folds.' });
      const list = (id: string, attributes: object) =>
        `<!-- wp:broadsheet/post-list ${JSON.stringify({ blockId: id, limit: 20, custom_title: id, ...attributes })} /-->`;
      ids.page = await makePost(tx, {
        type: 'page',
        title: 'Lists',
        slug: 'lists',
        content: [
          list('newest', { post_type: 'review' }),
          list('drawn', { post_type: 'review', sort: 'random_posts', random_seed: 7 }),
          list('hidden', { post_type: 'memo' }),
          list('chosen', { post_ids: `${ids.memo},${ids.phone}` }),
        ].join('\n\n'),
      });
    });
  });
  afterAll(async () => {
    taken.splice(0).forEach((takeBack) => takeBack());
    await site.close();
  });

  test('its posts have pages at their addresses, with its breadcrumbs, classes, kind and template', async () => {
    const { status, body, headers } = await request('/reviews/phone/');
    expect(status).toBe(200);
    expect(body).toContain('Xylophone hinges.');
    expect(body).toMatch(/<body class="kind-cpt[^"]* single single-review postid-\d+/);
    expect(
      [...body.matchAll(/"item":\{?"?(?:@id":")?([^"}]+)/g)].map(([, url]) => url?.replace(site.url, '')),
    ).toEqual(expect.arrayContaining(['/reviews/', '/brand/makers/', '/brand/makers/acme/']));
    expect(body).toContain('"@type":"NewsArticle"');
    expect(body).toContain('property="og:type" content="article"');
    expect(headers['link']).toContain(`/wp-json/wp/v2/reviews/${ids.phone}>`);
    expect(await request(`/?p=${ids.phone}`)).toMatchObject({
      status: 301,
      headers: { location: '/reviews/phone/' },
    });
    await site.database.write(async (tx) => {
      const id = await createTemplate(tx, {
        type: 'cpt',
        title: 'Reviews',
        content: '<!-- wp:paragraph --><p>Template of reviews.</p><!-- /wp:paragraph -->',
      });
      await assignTemplateGlobally(tx, 'cpt:review', id);
    });
    await expect.poll(async () => (await request('/reviews/phone/')).body).toContain('Template of reviews.');
  });

  test('its archive and those of its terms have pages and feeds', async () => {
    const { body } = await request('/reviews/');
    expect(body).toContain('>What we tried</h1>');
    expect(body).toMatch(/<body class="kind-cpt_tax[^"]* post-type-archive-review/);
    expect(body).toContain(`${site.url}/reviews/feed/`);
    const shown = [...cards(body), ...cards((await request('/reviews/page/2/')).body)];
    expect(new Set(shown)).toEqual(
      new Set([
        '/reviews/phone/ The folding phone',
        ...Array.from({ length: 12 }, (_, n) => `/reviews/review-${n + 1}/ Review ${n + 1}`),
      ]),
    );
    expect(shown).toHaveLength(13);
    expect((await request('/reviews/page/3/')).status).toBe(404);
    expect(cards((await request('/brand/makers/acme/')).body)[0]).toBe('/reviews/phone/ The folding phone');
    expect((await request('/brand/acme/')).headers['location']).toBe('/brand/makers/acme/');
    for (const path of ['/reviews/feed/', '/brand/makers/feed/']) {
      const feed = (await request(path)).body;
      expect(feed).toContain('<title>The folding phone</title>');
      expect(feed).toContain('<category>Acme</category>');
    }
    expect((await request('/reviews/phone/feed/')).body).toContain('It folds.');
  });

  test('addresses at its name redirect where its posts had them before it was defined', async () => {
    for (const [path, own] of [
      ['/review/', '/reviews/'],
      ['/review/page/2/', '/reviews/page/2/'],
      ['/review/feed/', '/reviews/feed/'],
      ['/review/phone/', '/reviews/phone/'],
      // So plain permalinks name its archive.
      ['/?post_type=review', '/reviews/'],
      ['/?post_type=review&paged=2', '/reviews/page/2/'],
      ['/?post_type=review&feed=rss2', '/reviews/feed/'],
      ['/?post_type=review&feed=atom', '/reviews/feed/atom/'],
    ] as const) {
      expect(await request(path), path).toMatchObject({ status: 301, headers: { location: own } });
    }
    for (const path of ['/product/', '/?post_type=product'])
      expect((await request(path)).status, path).toBe(404);
  });

  test('sitemaps, searches and lists have it', async () => {
    const index = (await request('/wp-sitemap.xml')).body;
    expect(index).toContain('/wp-sitemap-posts-review-1.xml');
    expect(index).toContain('/wp-sitemap-taxonomies-brand-1.xml');
    expect((await request('/wp-sitemap-posts-review-1.xml')).body).toContain(`${site.url}/reviews/phone/`);
    expect((await request('/wp-sitemap-taxonomies-brand-1.xml')).body).toContain(
      `${site.url}/brand/makers/acme/`,
    );
    expect(cards((await request('/?s=xylophone')).body)).toHaveLength(1);
    expect(cards((await request('/?s=xylophone&post_type=review')).body)).toHaveLength(1);
    expect((await ajax(site.url, { action: 'td_ajax_search', td_string: 'xylophone' })).body).toContain(
      'phone',
    );
    const lists = (await request('/lists/')).body;
    const of = (title: string) =>
      cards(lists.slice(lists.indexOf(`>${title}</h2>`)).split('class="section-title"')[0] ?? '');
    expect(new Set(of('newest')).size).toBe(13);
    const drawn = of('drawn');
    expect(new Set(drawn)).toEqual(new Set(of('newest')));
    expect(drawn).not.toEqual(of('newest'));
    expect([of('hidden'), of('chosen')]).toEqual([[], ['/reviews/phone/ The folding phone']]);
  });

  test('REST has the type with its terms and declared meta, and describes both', async () => {
    const one = await json(`/wp-json/wp/v2/reviews/${ids.phone}?_embed=1`);
    expect(one).toMatchObject({
      id: ids.phone,
      type: 'review',
      slug: 'phone',
      link: `${site.url}/reviews/phone/`,
      brands: [ids.acme],
      meta: { footnotes: '', rating: 4 },
    });
    expect(one).not.toHaveProperty('sticky');
    expect(JSON.stringify(one)).not.toContain('7654321');
    expect(one).toMatchObject({ _embedded: { 'wp:term': [[{ taxonomy: 'brand', name: 'Acme' }]] } });
    const list = await request('/wp-json/wp/v2/reviews?per_page=5&page=3');
    expect([list.headers['x-wp-total'], list.headers['x-wp-totalpages']]).toEqual(['13', '3']);
    expect(await json(`/wp-json/wp/v2/reviews?brands=${ids.acme}&search=folding`)).toMatchObject([
      { id: ids.phone },
    ]);
    expect(await json(`/wp-json/wp/v2/reviews?brands_exclude=${ids.acme}`)).toEqual([]);
    expect(await json('/wp-json/wp/v2/types/review')).toMatchObject({
      name: 'Reviews',
      slug: 'review',
      rest_base: 'reviews',
      hierarchical: false,
      has_archive: true,
      taxonomies: ['brand'],
    });
    const inRest = registeredTypes()
      .filter(({ restBase }) => restBase !== undefined)
      .map(({ name }) => name);
    expect(inRest).toEqual(expect.arrayContaining(['post', 'page', 'attachment', 'review']));
    expect(Object.keys(await json('/wp-json/wp/v2/types'))).toEqual(expect.arrayContaining(inRest));
    expect(await json('/wp-json/wp/v2/taxonomies/brand')).toMatchObject({
      name: 'Brands',
      rest_base: 'brands',
      types: ['review'],
      hierarchical: true,
    });
    expect(await json('/wp-json/wp/v2/brands?slug=acme')).toMatchObject([
      {
        id: ids.acme,
        count: expect.any(Number),
        link: `${site.url}/brand/makers/acme/`,
        meta: { founded: 1949 },
      },
    ]);
    expect(await json('/wp-json/wp/v2/search?search=xylophone&subtype=review')).toMatchObject([
      { id: ids.phone, subtype: 'review' },
    ]);
    const titles = await Promise.all(
      ['brands', 'categories', 'tags', 'reviews'].map(async (base) => {
        const { body } = await rawRequest(site.url, `/wp-json/wp/v2/${base}`, { method: 'OPTIONS' });
        return (JSON.parse(body) as { schema: { title: string } }).schema.title;
      }),
    );
    expect(titles).toEqual(['brand', 'category', 'tag', 'review']);
    expect((await json('/wp-json/wp/v2'))['routes']).toHaveProperty(['/wp/v2/reviews/(?P<id>[\\d]+)']);
  });

  test('it uses its own capabilities, which administrators have', async () => {
    expect(postActions.map((action) => capabilityOf('review', action))).toEqual(
      [
        'edit',
        'edit_others',
        'edit_published',
        'edit_private',
        'publish',
        'read_private',
        'delete',
        'delete_others',
        'delete_published',
        'delete_private',
      ].map((action) => `${action}_reviews`),
    );
    const [boss, author] = [await findActor(get().read, ids.boss), await findActor(get().read, ids.author)];
    const own = { type: 'review', status: 'publish', trashedStatus: '', authorId: ids.author } as const;
    expect([
      mayEditPost(boss, own),
      mayPublish(boss, 'review'),
      mayEditPost(author, own),
      mayPublish(author, 'review'),
      mayPublish(author, 'post'),
    ]).toEqual([true, true, false, false, true]);
  });

  test.each([
    ['at its address', '/memo/zeppelin/'],
    ['by its id', `/?p=%memo`],
    ['by its slug alone', '/zeppelin/'],
    ['as an archive', '/memo/'],
    ['in a feed of it', '/memo/feed/'],
    ['as a feed of its comments', '/memo/zeppelin/feed/'],
    ['with another view', '/memo/zeppelin/embed/'],
    ['among the files of sitemaps', '/wp-sitemap-posts-memo-1.xml'],
    ['in REST', '/wp-json/wp/v2/memo/%memo'],
    ['as a post in REST', '/wp-json/wp/v2/posts/%memo'],
    ['as a type in REST', '/wp-json/wp/v2/types/memo'],
    ['by oEmbed', '/wp-json/oembed/1.0/embed?url=%site/memo/zeppelin/'],
    ['by what hangs on it', '/zeppelin-plan/'],
    ['in REST by what hangs on it', '/wp-json/wp/v2/media/%picture'],
  ])('non-public content is not found %s', async (_how, path) => {
    const { status, body } = await request(
      path
        .replace('%memo', String(ids.memo))
        .replace('%picture', String(ids.memoPicture))
        .replace('%site', encodeURIComponent(site.url)),
    );
    expect([401, 404]).toContain(status);
    expect(body).not.toMatch(secret);
  });

  test.each([
    ['a search', '/?s=zeppelin'],
    ['a search for it', '/?s=zeppelin&post_type=memo'],
    ['the list of sitemaps', '/wp-sitemap.xml'],
    ['lists that ask for it', '/lists/'],
    ['an archive of its term', '/brand/makers/acme/'],
    ['its category', '/category/gadgets/'],
    ['its author', '/author/ada/'],
    ['the feed of comments', '/comments/feed/'],
    ['comments in REST', '/wp-json/wp/v2/comments'],
    ['comments on it in REST', '/wp-json/wp/v2/comments?post=%memo'],
    ['a search in REST', '/wp-json/wp/v2/search?search=zeppelin&subtype=any'],
    ['media in REST', '/wp-json/wp/v2/media'],
    ['the front page', '/'],
    ['posts in REST', '/wp-json/wp/v2/posts?include=%memo'],
    ['categories of it in REST', '/wp-json/wp/v2/categories?post=%memo'],
  ])('non-public content is not in %s', async (_where, path) => {
    const { body } = await request(path.replace('%memo', String(ids.memo)));
    expect(body).not.toMatch(secret);
  });

  test('nor do calls of the theme reveal it', async () => {
    const calls: readonly Record<string, string>[] = [
      { action: 'td_ajax_search', td_string: 'zeppelin', atts: '{"post_type":"memo"}' },
      { action: 'tdb_get_mm_page', pageId: String(ids.memo) },
      { action: 'tdb_get_footer', postID: String(ids.memo) },
      { action: 'broadsheet_article', post_id: String(ids.memo) },
      {
        action: 'td_ajax_block',
        block_type: 'td_block_1',
        td_atts: JSON.stringify({ post_type: 'memo' }),
        td_current_page: '1',
      },
    ];
    for (const call of calls) expect((await ajax(site.url, call)).body).not.toMatch(secret);
  });

  test('no route of the site is at an address that a type or taxonomy may take', () => {
    const routes = site.app.server.printRoutes({ commonPrefix: false });
    const segments = [...routes.matchAll(/^[│├└─ ]*\/([\w-]+)(?=[/ ])/gm)].flatMap(
      ([, segment]) => segment ?? [],
    );
    expect(segments).toEqual(expect.arrayContaining(['api', 'healthz', 'wp-admin', 'wp-json']));
    const labels = { plural: 'Things', singular: 'Thing' };
    for (const slug of [...segments, 'wp-content', 'assets']) {
      expect(() => registerPostType({ name: 'thing', labels, slug }), slug).toThrow('belongs to the site');
      expect(() => registerTaxonomy({ name: 'thing', labels, slug }), slug).toThrow('belongs to the site');
    }
  });

  test('the news sitemap names articles of all types in one order, and a new one drops it', async () => {
    const news = async () =>
      [...(await request('/news-sitemap.xml')).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
        url.replace(site.url, ''),
      );
    expect(await news()).toEqual([]);
    const now = Date.now();
    const write = (input: Parameters<typeof makePost>[1]) => site.database.write((tx) => makePost(tx, input));
    await write({ slug: 'first-news', publishedAt: now - 50_000 });
    await write({ type: 'review', slug: 'second-news', publishedAt: now - 40_000 });
    await write({ type: 'memo', slug: 'third-news', publishedAt: now - 30_000 });
    await write({ slug: 'fourth-news', publishedAt: now - 20_000 });
    await write({ type: 'review', slug: 'old-news', publishedAt: now - 3 * 86_400_000 });
    await news(); // a stale copy may be sent while a new one is rendered
    await site.app.cache.idle();
    expect(await news()).toEqual(['/fourth-news/', '/reviews/second-news/', '/first-news/']);
    await write({ type: 'review', slug: 'fifth-news', publishedAt: now - 10_000 });
    await news();
    await site.app.cache.idle();
    expect((await news())[0]).toBe('/reviews/fifth-news/');
  });

  test('a search leads to its terms by name, after authors, sections and tags, and follows their names', async () => {
    await site.database.write(async (tx) => {
      const named = [
        await makeTerm(tx, { name: 'Zither music', slug: 'zither-music' }),
        await makeTerm(tx, { taxonomy: 'post_tag', name: 'Zithers', slug: 'zithers' }),
        await makeTerm(tx, { taxonomy: 'brand', name: 'Zither works', slug: 'zither-works' }),
        await makeTerm(tx, { taxonomy: 'media_folder', name: 'Zither scans', slug: 'zither-scans' }),
      ];
      await makePost(tx, { type: 'review', title: 'Strings', slug: 'strings', termIds: named });
    });
    const named = async (words: string) => {
      const [list = ''] =
        /<ul class="search-results-archives"[^]*?<\/ul>/.exec((await request(`/?s=${words}`)).body) ?? [];
      return [...list.replaceAll('<!-- -->', '').matchAll(/<li>(.*?)<\/li>/g)].map(([, said]) => said);
    };
    expect(await named('acme')).toEqual(['Brand <a href="/brand/makers/acme/">Acme</a>']);
    expect(await named('zither')).toEqual([
      'Section <a href="/category/zither-music/">Zither music</a>',
      'Tag <a href="/tag/zithers/">Zithers</a>',
      'Brand <a href="/brand/zither-works/">Zither works</a>',
    ]);
    expect(await named('zither+forge')).toEqual([]);
    const works = await site.database.read
      .selectFrom('term')
      .selectAll()
      .where('slug', '=', 'zither-works')
      .executeTakeFirstOrThrow();
    await site.database.write((tx) => updateTerm(tx, works.id, { name: 'Zither forge' }));
    await expect
      .poll(() => named('zither+forge'))
      .toEqual(['Brand <a href="/brand/zither-works/">Zither forge</a>']);
  });

  test('a cached session gets the capabilities of a type added at run time once `*` is emitted', async () => {
    const { cookie, nonce } = await site.signIn(ids.boss);
    const edit = async (base: string) =>
      (
        await rawRequest(site.url, `/wp-json/wp/v2/${base}?context=edit`, {
          headers: { cookie, 'x-wp-nonce': nonce },
        })
      ).status;
    expect(await edit('reviews')).toBe(200);
    const late = {
      name: 'recipe',
      labels: { plural: 'Recipes', singular: 'Recipe' },
      restBase: 'recipes',
      capabilityType: 'recipes',
    } as const;
    taken.push(registerPostType(late));
    expect(await edit('recipes')).toBe(403);
    await site.database.write(async (tx) => tx.emit('*'));
    await expect.poll(() => edit('recipes')).toBe(200);
  });

  test('after removal, its posts count as an undefined type', async () => {
    taken.splice(0).forEach((takeBack) => takeBack());
    try {
      const id = await site.database.write((tx) =>
        makePost(tx, { type: 'review', title: 'Left behind', slug: 'left' }),
      );
      expect((await request('/review/left/')).status).toBe(200);
      expect((await request(`/?p=${id}`)).headers['location']).toBe('/review/left/');
      expect((await request(`/wp-json/wp/v2/reviews/${id}`)).status).toBe(404);
    } finally {
      taken.push(registerPostType(review), registerTaxonomy(brand), registerPostType(memo));
    }
    expect(definePostType(review).labels.archive).toBe('What we tried');
  });
});
