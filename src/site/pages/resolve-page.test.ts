import { afterEach, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import type { Content } from '../../modules/content/content.ts';
import { addRedirect } from '../../modules/redirects/store.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { resolvePage, resolveWholeAddress } from './resolve-page.ts';

onBothDatabases('resolve-page', (get) => {
  let content: Content;
  beforeAll(() => {
    content = testContent(get());
  });
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
  const resolve = async (address: string) => {
    const [path = '/', query = ''] = address.split('?');
    return resolvePage(content, { path, query: new URLSearchParams(query) });
  };
  /** The target of a URL in one word or two. */
  const at = async (address: string): Promise<string> => {
    const found = await resolve(address);
    if (found.type === 'redirect') return `${found.status} ${found.location}`;
    if (found.type === 'gone') return 'gone';
    const { kind, post, term, author, pageNumber } = found.page;
    return [
      found.status === 404 ? '404' : kind,
      post?.id ?? term?.id ?? author?.id,
      pageNumber > 1 && `page ${pageNumber}`,
    ]
      .filter(Boolean)
      .join(' ');
  };
  const save = (settings: Record<string, unknown>) => write((tx) => saveSettings(tx, settings));
  afterEach(() =>
    save({
      show_on_front: null,
      page_on_front: null,
      page_for_posts: null,
      timezone_string: null,
      permalink_structure: null,
    }),
  );

  test('attachments are as public as their parent', async () => {
    const parents = await write(async (tx) => ({
      publish: await makePost(tx, { slug: 'open-parent' }),
      draft: await makePost(tx, { slug: 'draft-parent', status: 'draft' }),
      private: await makePost(tx, { slug: 'private-parent', status: 'private' }),
      future: await makePost(tx, { slug: 'future-parent', status: 'future' }),
      trash: await makePost(tx, { slug: 'trash-parent', status: 'trash' }),
      secret: await makePost(tx, { slug: 'secret-parent', password: 'x' }),
    }));
    for (const [name, parentId] of Object.entries(parents)) {
      const id = await write((tx) => makeMedia(tx, { slug: `picture-of-${name}`, parentId }));
      const open = name === 'publish';
      const slug = name === 'publish' ? 'open' : name;
      expect([
        name,
        await at(`/${slug}-parent/picture-of-${name}/`),
        await at(`/?attachment_id=${id}`),
        await at(`/?p=${id}`),
      ]).toEqual([
        name,
        open ? `attachment ${id}` : '404',
        open ? `301 /open-parent/picture-of-publish/` : '404',
        open ? `301 /open-parent/picture-of-publish/` : '404',
      ]);
    }
    const free = await write((tx) => makeMedia(tx, { slug: 'free-picture' }));
    expect(await at('/free-picture/')).toBe(`attachment ${free}`);
    const hidden = await write((tx) => makeMedia(tx, { slug: 'trashed-picture', status: 'trash' }));
    expect([await at('/trashed-picture/'), await at(`/?p=${hidden}`)]).toEqual(['404', '404']);
    const orphan = await write((tx) => makeMedia(tx, { slug: 'orphan', parentId: parents.publish }));
    await write((tx) => deletePost(tx, parents.publish));
    expect(await at('/orphan/')).toBe(`attachment ${orphan}`);
  });

  test('a year that is no integer has no archive, in any time zone', async () => {
    for (const zone of ['UTC', 'Europe/Berlin']) {
      await save({ timezone_string: zone });
      for (const year of ['abc', '2026.5', 'Infinity', ''])
        expect([zone, year, await at(`/?year=${year}`)]).toEqual([zone, year, '404']);
      expect([await at('/?year=2026&monthnum=x&day=y'), await at('/?year=2026&day=5')]).toEqual([
        '404',
        '301 /2026/',
      ]);
    }
  });

  test('cuts search phrases and choices between characters', async () => {
    const long = `${'a'.repeat(199)}😀`;
    const search = await resolve(`/?s=${encodeURIComponent(long)}`);
    const turned = await resolve(`/?td_block=list&td_filter_value=${encodeURIComponent(long)}`);
    if (search.type !== 'page' || turned.type !== 'page') throw new Error('These are pages.');
    expect([search.page.search, turned.page.blockPage?.filter]).toEqual(['a'.repeat(199), 'a'.repeat(199)]);
  });

  test('finds nothing unpublished by slug, id, old slug or preview', async () => {
    for (const status of ['draft', 'pending', 'private', 'future', 'trash', 'auto-draft'] as const) {
      const id = await write((tx) => makePost(tx, { slug: `hidden-${status}`, status }));
      for (const address of [
        `/hidden-${status}/`,
        `/?p=${id}`,
        `/?p=${id}&preview=true`,
        `/hidden-${status}/?preview=true`,
        `/hidden-${status}/2/`,
        `/?page_id=${id}`,
      ]) {
        expect([address, await at(address)]).toEqual([address, '404']);
      }
    }
    const renamed = await write((tx) => makePost(tx, { slug: 'first-name' }));
    await write((tx) => updatePost(tx, renamed, { slug: 'second-name' }));
    expect(await at('/first-name/')).toBe('301 /second-name/');
    await write((tx) => updatePost(tx, renamed, { status: 'draft' }));
    expect([await at('/first-name/'), await at('/second-name/')]).toEqual(['404', '404']);
  });

  test('a post gets its former URL back when the item that took it is withdrawn', async () => {
    const first = await write((tx) => makePost(tx, { slug: 'shared-name' }));
    await write((tx) => updatePost(tx, first, { slug: 'kept-name' }));
    const second = await write((tx) => makePost(tx, { slug: 'shared-name' }));
    expect(await at('/shared-name/')).toBe(`single ${second}`);
    await write((tx) => updatePost(tx, second, { status: 'trash', slug: 'shared-name__trashed' }));
    expect(await at('/shared-name/')).toBe('301 /kept-name/');
    await write((tx) => updatePost(tx, second, { status: 'publish', slug: 'other-name' }));
    expect(await at('/shared-name/')).toBe('301 /other-name/');
  });

  test('custom types and terms have URLs in both structures', async () => {
    const made = await write(async (tx) => {
      const noir = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir', slug: 'noir' });
      const neo = await makeTerm(tx, {
        taxonomy: 'genre',
        name: 'Neo-Noir',
        slug: 'neo-noir',
        parentId: noir,
      });
      return {
        noir,
        neo,
        book: await makePost(tx, { type: 'book', slug: 'the-long-night', termIds: [neo] }),
        post: await makePost(tx, { slug: 'the-long-night' }),
        product: await makePost(tx, { type: 'product', slug: 'mug' }),
        cups: await makeTerm(tx, { taxonomy: 'product_cat', name: 'Cups', slug: 'cups' }),
        tag: await makeTerm(tx, { taxonomy: 'post_tag', name: 'Night', slug: 'night' }),
      };
    });
    expect([
      await at('/book/the-long-night/'),
      await at('/the-long-night/'),
      await at('/product/mug/'),
    ]).toEqual([`cpt ${made.book}`, `single ${made.post}`, `woo_product ${made.product}`]);
    expect([
      await at('/genre/noir/'),
      await at('/genre/noir/neo-noir/'),
      await at('/genre/neo-noir/'),
    ]).toEqual([`cpt_tax ${made.noir}`, `cpt_tax ${made.neo}`, '301 /genre/noir/neo-noir/']);
    expect([
      await at('/product-category/cups/'),
      await at('/tag/night/'),
      await at('/category/noir/'),
      await at('/genre/night/'),
      await at('/genre/'),
    ]).toEqual([`woo_archive ${made.cups}`, `tag ${made.tag}`, '404', '404', '404']);
    expect([
      await at(`/?p=${made.book}`),
      await at('/?product_cat=cups'),
      await at('/?tag=night'),
      await at('/?taxonomy=genre&term=noir'),
    ]).toEqual([
      '301 /book/the-long-night/',
      '301 /product-category/cups/',
      '301 /tag/night/',
      '301 /genre/noir/',
    ]);
    await save({ permalink_structure: 'plain' });
    expect([await at('/genre/noir/'), await at('/product-category/cups/'), await at('/tag/night/')]).toEqual([
      '301 /?taxonomy=genre&term=noir',
      '301 /?product_cat=cups',
      '301 /?tag=night',
    ]);
    expect([
      await at('/?taxonomy=genre&term=noir'),
      await at('/?product_cat=cups'),
      await at('/?tag=night'),
      await at(`/?p=${made.book}`),
    ]).toEqual([`cpt_tax ${made.noir}`, `woo_archive ${made.cups}`, `tag ${made.tag}`, `cpt ${made.book}`]);
    expect([
      await at('/?taxonomy=genre&term=nothing'),
      await at('/?taxonomy=genre'),
      await at('/?product_cat=none'),
      await at('/?tag=none'),
      await at('/?cat=999999'),
    ]).toEqual(['404', '404', '404', '404', '404']);
  });

  test('WordPress URLs of the site redirect to the current ones', async () => {
    const { post, page, physics, picture } = await write(async (tx) => {
      const science = await makeTerm(tx, { name: 'Science', slug: 'old-science' });
      const termId = await makeTerm(tx, { name: 'Physics', slug: 'old-physics', parentId: science });
      const postId = await makePost(tx, { slug: 'old-name', termIds: [termId] });
      await makeTerm(tx, { taxonomy: 'post_tag', name: 'Light', slug: 'old-light' });
      await makePost(tx, { type: 'book', slug: 'old-book' });
      return {
        physics: termId,
        post: postId,
        page: await makePost(tx, { type: 'page', slug: 'old-page' }),
        picture: await makeMedia(tx, { slug: 'old-picture', parentId: postId }),
      };
    });
    for (const form of [
      '2026/03/09/old-name/',
      '2026/03/old-name',
      '2026/old-name/',
      'old-physics/old-name/',
      'old-science/old-physics/old-name/',
      'ann/old-name/',
      'archives/old-name',
      'archives/2026/03/old-name',
      'old-name.html',
      '2026/03/old-name.html',
      'index.php/2026/03/09/old-name/',
      'blog/2026/03/old-name/',
      'old-name/amp/',
      '2026/03/old-name/amp/',
      'old-name/embed/',
      'old-name/comment-page-3/',
      `archives/${post}`,
      `2026/03/09/${post}/`,
      `${post}/`,
      `archives/${post}.html`,
      'old-name/?amp',
      'old-name/?amp=1',
    ]) {
      expect([form, await at(`/${form}`)]).toEqual([form, '301 /old-name/']);
    }
    expect([
      await at('/old-page.html'),
      await at('/old-page/amp/'),
      await at('/index.php/old-page/'),
      await at('/somewhere/old-page/'),
      await at(`/archives/${page}`),
    ]).toEqual(['301 /old-page/', '301 /old-page/', '301 /old-page/', '404', '404']);
    expect([
      await at('/books/old-book/'),
      await at('/2026/03/old-name/old-picture/'),
      await at(`/?attachment_id=${picture}`),
    ]).toEqual(['301 /book/old-book/', '301 /old-name/old-picture/', '301 /old-name/old-picture/']);
    const category = '301 /category/old-science/old-physics/';
    expect([
      await at('/old-physics/'),
      await at('/old-science/old-physics/'),
      await at('/topics/old-science/old-physics/'),
      await at('/topics/old-physics/'),
      await at('/old-physics/page/2/'),
      await at(`/?cat=${physics}`),
    ]).toEqual([category, category, category, category, `${category}page/2/`, category]);
    expect([
      await at('/topic/old-light/'),
      await at('/a/b/old-physics/'),
      await at('/old-physics/unknown/'),
      await at('/wp-content/old-physics/'),
    ]).toEqual(['301 /tag/old-light/', '404', '404', '404']);
    expect([
      await at('/amp/'),
      await at('/no-such-thing/amp/'),
      await at('/no-such-thing.html'),
      await at('/.html'),
      await at('/index.php'),
    ]).toEqual(['301 /', '404', '404', '404', '301 /']);
    await write((tx) => updatePost(tx, post, { status: 'draft' }));
    for (const form of ['2026/03/old-name/', `archives/${post}`, 'old-name.html', 'old-name/amp/'])
      expect([form, await at(`/${form}`)]).toEqual([form, '404']);
  });

  test('internal types have no pages', async () => {
    for (const type of [
      'wp_block',
      'wp_template',
      'nav_menu_item',
      'revision',
      'custom_css',
      'customize_changeset',
      'oembed_cache',
      'wp_font_face',
      'user_request',
    ]) {
      const id = await write((tx) => makePost(tx, { type, slug: `inner-${type}` }));
      expect([type, await at(`/?p=${id}`), await at(`/${type}/inner-${type}/`)]).toEqual([
        type,
        '404',
        '404',
      ]);
    }
  });

  test('distinguishes pages with one slug below two parents', async () => {
    const [a, b, inA, inB, deep] = await write(async (tx) => {
      const first = await makePost(tx, { type: 'page', slug: 'berlin' });
      const second = await makePost(tx, { type: 'page', slug: 'vienna' });
      const child = await makePost(tx, { type: 'page', slug: 'team', parentId: first });
      return [
        first,
        second,
        child,
        await makePost(tx, { type: 'page', slug: 'team', parentId: second }),
        await makePost(tx, { type: 'page', slug: 'team', parentId: child }),
      ];
    });
    expect([
      await at('/berlin/team/'),
      await at('/vienna/team/'),
      await at('/berlin/team/team/'),
      await at('/team/'),
      await at('/team/berlin/'),
    ]).toEqual([`page ${inA}`, `page ${inB}`, `page ${deep}`, '404', '404']);
    expect([await at('/berlin/team'), await at('/berlin//team/'), await at('/berlin/team/page/2/')]).toEqual(
      Array.from({ length: 3 }, () => '301 /berlin/team/'),
    );
    await write((tx) => updatePost(tx, b, { status: 'draft' }));
    expect(await at('/vienna/')).toBe('404');
    // As an import may leave them: each the parent of the other.
    await write((tx) => tx.db.updateTable('post').set({ parent_id: deep }).where('id', '=', a).execute());
    expect(await at('/berlin/')).toMatch(/^(404|301 )/);
  });

  test('finds each of more than fifty pages with one slug', async () => {
    const [parent, child] = await write(async (tx) => {
      for (let n = 0; n < 55; n++) {
        await makePost(tx, {
          type: 'page',
          slug: 'introduction',
          parentId: await makePost(tx, { type: 'page', slug: `volume-${n}` }),
        });
      }
      const last = await makePost(tx, { type: 'page', slug: 'volume-last' });
      return [last, await makePost(tx, { type: 'page', slug: 'introduction', parentId: last })];
    });
    expect([await at('/volume-last/'), await at('/volume-last/introduction/')]).toEqual([
      `page ${parent}`,
      `page ${child}`,
    ]);
  });

  test('date archives use the site’s time zone, and contain only valid dates', async () => {
    await write(async (tx) => {
      for (const day of [
        '2026-11-20T12:00Z',
        '2026-12-05T12:00Z',
        '2025-12-31T20:00Z',
        '2026-03-29T10:00Z',
      ]) {
        await makePost(tx, { publishedAt: Date.parse(day) });
      }
    });
    const dates = async (address: string) => {
      const found = await resolve(address);
      return found.type === 'page' && found.page.dates
        ? [new Date(found.page.dates.from).toISOString(), new Date(found.page.dates.to).toISOString()]
        : found.type;
    };
    expect(await dates('/2026/11/20/')).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z']);
    expect(await dates('/2026/12/')).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
    await save({ timezone_string: 'Asia/Tokyo' });
    expect(await dates('/2026/01/01/')).toEqual(['2025-12-31T15:00:00.000Z', '2026-01-01T15:00:00.000Z']);
    await save({ timezone_string: 'Europe/Berlin' });
    expect(await dates('/2026/')).toEqual(['2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z']);
    expect(await dates('/2026/03/29/')).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']); // the clocks go forward
    for (const address of [
      '/2026/13/',
      '/2026/00/',
      '/2026/02/30/',
      '/2026/11/00/',
      '/2026/11/32/',
      '/0000/',
      '/1899/',
      '/2026/11/20/15/',
      '/202/',
      '/20266/',
      '/?m=20261',
      '/?m=2026130',
      '/?m=20261301',
      '/?m=-1',
      '/2026/1e1/',
    ]) {
      expect([address, await at(address)]).toEqual([address, '404']);
    }
    expect([
      await at('/2026/1/'),
      await at('/2026/1/2/'),
      await at('/?m=202601'),
      await at('/?m=20260102'),
    ]).toEqual(['301 /2026/01/', '301 /2026/01/02/', '301 /2026/01/', '301 /2026/01/02/']);
  });

  test('authors have a page while they have a public article', async () => {
    const id = await write((tx) => makeUser(tx, { login: 'quiet', displayName: 'Quiet One' }));
    const draft = await write((tx) => makePost(tx, { authorId: id, status: 'draft' }));
    await write((tx) => makePost(tx, { authorId: id, type: 'page' }));
    const none = async () =>
      expect([
        await at('/author/quiet-one/'),
        await at(`/?author=${id}`),
        await at('/?author_name=quiet-one'),
        await at('/author/quiet/'),
      ]).toEqual(['404', '404', '404', '404']);
    await none();
    await write((tx) => updatePost(tx, draft, { status: 'publish', publishedAt: Date.now() - 1000 }));
    expect([
      await at('/author/quiet-one/'),
      await at('/author/quiet-one/page/2/'),
      await at(`/?author=${id}`),
      await at('/author/nobody/'),
      await at('/author/'),
      await at('/author/quiet-one/x/'),
      await at('/?author=0'),
    ]).toEqual([`author ${id}`, '404', '301 /author/quiet-one/', '404', '404', '404', '404']);
    await write((tx) => updatePost(tx, draft, { status: 'private' }));
    await none();
  });

  test('a page can be the front page, another the page of posts', async () => {
    const [front, news] = await write(
      async (tx) =>
        [
          await makePost(tx, { type: 'page', slug: 'welcome' }),
          await makePost(tx, { type: 'page', slug: 'news' }),
        ] as const,
    );
    await write(async (tx) => {
      for (let n = 0; n < 3; n++) await makePost(tx);
    });
    await save({ show_on_front: 'page', page_on_front: front, page_for_posts: news, posts_per_page: 1 });
    expect([
      await at('/'),
      await at('/welcome/'),
      await at(`/?page_id=${front}`),
      await at('/page/2/'),
      await at('/?paged=2'),
    ]).toEqual([`page ${front}`, '301 /', '301 /', '301 /', '301 /']);
    expect([
      await at('/news/'),
      await at('/news/page/2/'),
      await at('/news/?paged=2'),
      await at('/news/page/900000/'),
      await at(`/?page_id=${news}`),
    ]).toEqual([`home ${news}`, `home ${news} page 2`, '301 /news/page/2/', '404', '301 /news/']);
    await save({ permalink_structure: 'plain' });
    expect([
      await at('/'),
      await at(`/?page_id=${front}`),
      await at(`/?page_id=${news}`),
      await at(`/?page_id=${news}&paged=2`),
      await at('/news/'),
    ]).toEqual([`page ${front}`, '301 /', `home ${news}`, `home ${news} page 2`, `301 /?page_id=${news}`]);
    await save({ permalink_structure: null });
    await write((tx) => updatePost(tx, front, { status: 'draft' }));
    expect([await at('/'), await at('/welcome/')]).toEqual(['home', '404']);
    await save({ posts_per_page: null });
  });

  test('slugs in other scripts, percent-encoded in either case or in capitals, lead to one URL', async () => {
    const [umlaut, japanese, tag] = await write(
      async (tx) =>
        [
          await makePost(tx, { slug: 'grüße' }),
          await makePost(tx, { slug: '東京-news' }),
          await makeTerm(tx, { slug: 'köln', name: 'Köln' }),
        ] as const,
    );
    expect([
      await at('/gr%C3%BC%C3%9Fe/'),
      await at('/gr%c3%bc%c3%9fe/'),
      await at('/%E6%9D%B1%E4%BA%AC-news/'),
      await at('/category/k%C3%B6ln/'),
    ]).toEqual([`single ${umlaut}`, `single ${umlaut}`, `single ${japanese}`, `category ${tag}`]);
    const post = await write((tx) => makePost(tx, { slug: 'lower-case' }));
    expect([
      await at('/Lower-Case/'),
      await at('/LOWER-CASE'),
      await at('/lower-case/'),
      await at('/Category/K%C3%96LN/'),
      await at('/No-Such-Thing/'),
    ]).toEqual(['301 /lower-case/', '301 /lower-case/', `single ${post}`, '301 /category/k%C3%B6ln/', '404']);
    await write((tx) => makeTerm(tx, { slug: 'r&d', name: 'R&D' }));
    expect([
      await at('/CATEGORY/R%26D/'),
      await at('/SEARCH/R%26D/'),
      await at('/CATEGORY/R%2526D/'),
    ]).toEqual(['301 /category/r%26d/', '301 /?s=r%26d', '404']);
    expect([
      await at('/%ff/'),
      await at('/%/'),
      await at('/%00/'),
      await at('/a%00b/'),
      await at('/%ed%a0%80/'),
    ]).toEqual(['404', '404', '404', '404', '404']);
  });

  test('pages of a listing: canonical URL, and 404 past the end', async () => {
    expect([
      await at('/page/1/'),
      await at('/page/0/'),
      await at('/page/x/'),
      await at('/page/'),
      await at('/page/2000000/'),
      await at('/?paged=0'),
    ]).toEqual(['301 /', '404', '404', '404', '404', '301 /']);
    expect(await at('/?s=a%26b&paged=2')).toBe('301 /page/2/?s=a%26b');
    expect(await at('/?s=')).toBe('search');
    for (const many of ['1000001', '9999999999', '9'.repeat(40)]) {
      expect([
        many,
        await at(`/?paged=${many}`),
        await at(`/page/${many}/`),
        await at(`/?s=a&paged=${many}`),
      ]).toEqual([many, '404', '404', '404']);
    }
    expect([await at('/?paged=abc'), await at('/?paged=-3')]).toEqual(['301 /', '301 /']);
    const parts = await write((tx) => makePost(tx, { slug: 'in-parts', content: 'One<!--nextpage-->Two' }));
    expect([
      await at(`/?p=${parts}&page=2`),
      await at(`/?p=${parts}&page=9999999999`),
      await at('/in-parts/1000000000/'),
      await at('/in-parts/9999999999/'),
    ]).toEqual(['301 /in-parts/2/', '301 /in-parts/1000000000/', '404', '404']);
    const single = await write((tx) => makePost(tx, { slug: 'one-page' }));
    expect([
      await at('/one-page/page/2/'),
      await at('/one-page/?paged=3'),
      await at(`/?p=${single}&paged=3`),
      await at('/one-page/?td_block=tdi_x&td_page=2'),
    ]).toEqual(['301 /one-page/', '301 /one-page/', '301 /one-page/', `single ${single}`]);
  });

  test('editors’ redirects: with query, in any spelling of the path, after existing pages', async () => {
    await write(async (tx) => {
      await makePost(tx, { slug: 'exists' });
      for (const [source, target] of [
        ['/old/?p=5', '/?s=five'],
        ['/café/', '/coffee/'],
        ['/th%C3%A9/', '/tea/'],
        ['/no-slash', '/slash/'],
        ['/exists/', '/elsewhere/'],
        ['/out/', 'https://other.example/?u=https%3A%2F%2Fx%2F&v=1'],
      ] as const)
        await addRedirect(tx, { source, target });
      await addRedirect(tx, { source: '/away/', target: '', status: 410 });
    });
    expect([
      await at('/old/?p=5'),
      await at('/old/'),
      await at('/caf%C3%A9/'),
      await at('/caf%c3%a9/'),
      await at('/th%C3%A9/'),
      await at('/no-slash/'),
      await at('/no-slash'),
      await at('/away/'),
      await at('/away'),
    ]).toEqual([
      '301 /?s=five',
      '404',
      '301 /coffee/',
      '301 /coffee/',
      '301 /tea/',
      '301 /slash/',
      '301 /slash/',
      'gone',
      'gone',
    ]);
    expect(await at('/exists/')).toMatch(/^single/);
    expect(await at('/out/')).toBe('301 https://other.example/?u=https%3A%2F%2Fx%2F&v=1');
  });

  test('a stored redirect never leads to the page itself, also if its source is another spelling or names this site', async () => {
    const movedPost = await write((tx) => makePost(tx, { slug: 'kept-post' }));
    await write((tx) => updatePost(tx, movedPost, { slug: 'new-name-of-kept' }));
    await write((tx) =>
      tx.db
        .insertInto('redirect')
        .values(
          [
            ['/stay', '/stay/'],
            ['/ünder/', '/%C3%BCnder/'],
            ['/low/', '/Low/'],
            ['/whole/', `${content.siteUrl}/whole/`],
            ['/asked/?p=77777', '/asked?p=77777'],
            ['/kept-post', '/kept-post/'],
          ].map(([source = '', target = '']) => ({ source, target, status: 301 as const, created_at: 1 })),
        )
        .execute(),
    );
    expect([
      await at('/stay'),
      await at('/stay/'),
      await at('/%C3%BCnder/'),
      await at('/low/'),
      await at('/Low/'),
      await at('/whole/'),
      await at('/whole'),
    ]).toEqual(['301 /stay/', '404', '404', '301 /Low/', '404', '404', `301 ${content.siteUrl}/whole/`]);
    expect([await at('/asked/?p=77777'), await at('/asked?p=77777')]).toEqual(['301 /asked?p=77777', '404']);
    // Then the former meaning of the URL applies.
    expect(await at('/kept-post/')).toBe('301 /new-name-of-kept/');
    const whole = async (address: string) =>
      (await resolveWholeAddress(content, address, (name) => name !== 'p'))?.resolution;
    await write((tx) =>
      tx.db
        .insertInto('redirect')
        .values({ source: '/of.php?x=1', target: '/of.php/?x=1', status: 301, created_at: 1 })
        .execute(),
    );
    expect(await whole('/of.php?x=1&from=mail')).toMatchObject({ location: '/of.php/?x=1' });
    expect([await whole('/of.php/?x=1'), await whole('/of.php/?from=mail&x=1')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('slugs that look like other URLs can be opened', async () => {
    for (const slug of [
      'category',
      'tag',
      'author',
      'page',
      'feed',
      '2026',
      '404',
      'embed',
      'search',
      'constructor',
      '__proto__',
      'wp-admin',
      '7',
    ]) {
      const id = await write((tx) => makePost(tx, { slug }));
      const address = ((await resolve(`/?p=${id}`)) as { location?: string }).location ?? '';
      expect([slug, await at(address)]).toEqual([slug, `single ${id}`]);
    }
    expect(await at('/2025/')).toBe('date');
    expect(await at('/1999/')).toBe('404'); // no posts in that year
  });

  test('posts without title or slug can be opened, at the URL that links have', async () => {
    const untitled = await write((tx) => makePost(tx, { title: '' }));
    const found = await resolve(`/?p=${untitled}`);
    expect(found).toMatchObject({ type: 'redirect', status: 301 });
    if (found.type === 'redirect') expect(await at(found.location)).toBe(`single ${untitled}`);
    await write(async (tx) => {
      await tx.db.updateTable('post').set({ slug: '' }).where('id', '=', untitled).execute();
      tx.emit(`post:${untitled}`);
    });
    expect(await at(`/?p=${untitled}`)).toBe(`single ${untitled}`);
  });

  test('WordPress’ other plain parameters lead to the same pages', async () => {
    const [post, page, category, author] = await write(
      async (tx) =>
        [
          await makePost(tx, { slug: 'by-name' }),
          await makePost(tx, { type: 'page', slug: 'by-page-name' }),
          await makeTerm(tx, { slug: 'by-category-name' }),
          await makeUser(tx, { login: 'named', displayName: 'By Author Name' }),
        ] as const,
    );
    await write((tx) => makePost(tx, { authorId: author }));
    expect([
      await at('/?name=by-name'),
      await at('/?pagename=by-page-name'),
      await at('/?category_name=by-category-name'),
      await at('/?author_name=by-author-name'),
      await at('/?year=2026&monthnum=3&day=4'),
    ]).toEqual([
      '301 /by-name/',
      '301 /by-page-name/',
      '301 /category/by-category-name/',
      '301 /author/by-author-name/',
      '301 /2026/03/04/',
    ]);
    expect([
      await at('/?name=none'),
      await at('/?category_name=none'),
      await at('/?author_name=none'),
      await at('/?year=2026&monthnum=13'),
    ]).toEqual(['404', '404', '404', '404']);
    const file = await write((tx) => makeMedia(tx, { slug: 'by-file-name', parentId: post }));
    expect([
      await at('/?attachment=by-file-name'),
      await at('/?attachment=by-name'),
      await at('/?attachment=none'),
      await at(`/?attachment_id=${file}`),
    ]).toEqual(['301 /by-name/by-file-name/', '404', '404', '301 /by-name/by-file-name/']);
    // Empty form fields select nothing, and a part of a date without its year matches no year.
    expect(
      await at('/?name=&pagename=&attachment=&category_name=&tag=&author_name=&author=&taxonomy=&p='),
    ).toBe('home');
    for (const alone of ['monthnum=1', 'day=3', 'monthnum=1&day=3', 'w=4'])
      expect([alone, await at(`/?${alone}`)]).toEqual([alone, '404']);
    await save({ permalink_structure: 'plain' });
    expect([
      await at('/?name=by-name'),
      await at('/?pagename=by-page-name'),
      await at('/?category_name=by-category-name'),
      await at('/?author_name=by-author-name'),
    ]).toEqual([
      `301 /?p=${post}`,
      `301 /?page_id=${page}`,
      `301 /?cat=${category}`,
      `301 /?author=${author}`,
    ]);
  });

  test('a post type leads to its archive, and an unknown one or one without archive shows the front page', async () => {
    const resolveAll = () =>
      Promise.all(
        ['comet', 'comet&paged=2', 'post', 'page', 'comet,post', '__proto__', ''].map((type) =>
          at(`/?post_type=${type}`),
        ),
      );
    expect(await resolveAll()).toEqual(['home', '301 /page/2/', 'home', 'home', 'home', 'home', 'home']);
    const comet = await write((tx) => makePost(tx, { type: 'comet', slug: 'halley' }));
    expect(await resolveAll()).toEqual([
      '301 /comet/',
      '301 /comet/page/2/',
      'home',
      'home',
      'home',
      'home',
      'home',
    ]);
    expect([await at(`/?post_type=comet&p=${comet}`), await at('/?post_type=comet&s=word')]).toEqual([
      '301 /comet/halley/',
      'search',
    ]);
    await save({ permalink_structure: 'plain' });
    expect(await at('/?post_type=comet')).toBe('301 /comet/');
  });
});
