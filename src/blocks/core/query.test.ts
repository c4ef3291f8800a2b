import { beforeAll, describe, expect, test, vi } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeAuthors, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { findUser } from '../../modules/users/reader.ts';
import type { User } from '../../kernel/permission.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { renderDocument } from '../../site/pages/render-document.ts';
import type { PageInfo } from '../load-context.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

onBothDatabases('core/query', (get) => {
  let site: PageSite;
  let author = 0;
  let mira: User;
  let [red, deep, tag] = [0, 0, 0];
  const ids: number[] = [];
  beforeAll(async () => {
    site = pageSite(get());
    await get().write(async (tx) => {
      author = await makeUser(tx, { displayName: 'Mira' });
      await makeAuthors(tx, [900]);
      red = await makeTerm(tx, { taxonomy: 'category', name: 'Red', slug: 'red' });
      deep = await makeTerm(tx, { taxonomy: 'category', name: 'Deep', slug: 'deep', parentId: red });
      tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Tall', slug: 'tall' });
      for (let n = 0; n < 7; n++) {
        ids.push(
          await makePost(tx, {
            title: `P${n}`,
            slug: `p${n}`,
            content: '<p>Words</p>',
            publishedAt: start + n * day,
            sticky: n === 2,
            format: n === 3 ? 'quote' : 'standard',
            authorId: n === 4 ? author : 900,
            termIds: n < 2 ? [red] : n === 5 ? [deep, tag] : [],
          }),
        );
      }
      await makePost(tx, { title: 'Secret', status: 'private', publishedAt: start });
      await makePost(tx, { title: 'Locked', password: 'x', publishedAt: start });
      const parent = await makePost(tx, {
        type: 'page',
        title: 'Above',
        slug: 'above',
        menuOrder: 2,
        publishedAt: start,
      });
      await makePost(tx, {
        type: 'page',
        title: 'Below',
        slug: 'below',
        parentId: parent,
        menuOrder: 1,
        publishedAt: start + day,
      });
    });
    mira = (await findUser(get().read, author)) ?? expect.fail('The author is gone.');
  });

  const inside =
    '<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->' +
    '<!-- wp:query-pagination {"paginationArrow":"arrow"} --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /-->' +
    '<!-- wp:query-pagination-next {"label":"On & on"} /--><!-- /wp:query-pagination -->' +
    '<!-- wp:query-no-results --><!-- wp:paragraph --><p>None here</p><!-- /wp:paragraph --><!-- /wp:query-no-results -->' +
    '<!-- wp:query-total /-->';
  const markup = (query: object, parts = inside, queryId: unknown = 4) =>
    `<!-- wp:query ${JSON.stringify({ queryId, query })} --><div class="wp-block-query">${parts}</div><!-- /wp:query -->`;
  const show = (query: object, page: PageInfo = homePage, parts = inside) =>
    showMarkup(site, markup(query, parts), page);
  const titles = (html: string) =>
    [...html.matchAll(/post-title">([^<]*)</g)].map(([, title]) => title).join(' ');
  const titlesOf = async (query: object, page?: PageInfo) =>
    titles(await show({ inherit: false, perPage: 20, sticky: 'ignore', ...query }, page));
  const turned = (name: string, page: number): PageInfo => ({
    ...homePage,
    queryPages: new Map([[name, page]]),
  });

  test('renders WordPress’ markup: the list with post classes, links, page numbers and the total', async () => {
    const html = await show({ perPage: 2, sticky: 'ignore', inherit: false }, turned('query-4-page', 2));
    expect(titles(html)).toBe('P4 P3');
    expect(html).toMatch(
      /^<div class="wp-block-query is-layout-flow wp-block-query-is-layout-flow"><ul class="wp-block-post-template is-layout-flow wp-block-post-template-is-layout-flow">/,
    );
    expect(html).toContain(
      `<li class="wp-block-post post-${ids[3]} post type-post status-publish format-quote hentry">` +
        '<h2 class="wp-block-post-title">P3</h2>',
    );
    expect(html).toContain(
      '<nav class="wp-block-query-pagination is-layout-flex wp-block-query-pagination-is-layout-flex" aria-label="Pagination">' +
        '<a href="/" class="wp-block-query-pagination-previous">' +
        '<span class="wp-block-query-pagination-previous-arrow is-arrow-arrow" aria-hidden="true">←</span>Previous Page</a>' +
        '<div class="wp-block-query-pagination-numbers"><a class="page-numbers" href="/">1</a>' +
        '<span aria-current="page" class="page-numbers current">2</span><a class="page-numbers" href="/?query-4-page=3">3</a>' +
        '<a class="page-numbers" href="/?query-4-page=4">4</a></div>' +
        '<a href="/?query-4-page=3" class="wp-block-query-pagination-next">On &amp; on' +
        '<span class="wp-block-query-pagination-next-arrow is-arrow-arrow" aria-hidden="true">→</span></a></nav>',
    );
    expect(html).toContain('<div class="wp-block-query-total">7 results found</div>');
    expect(html).not.toContain('None here');
  });

  test('paging turns one list and leaves the others, and past the end shows the no-results block', async () => {
    const page: PageInfo = {
      ...homePage,
      queryPages: new Map([
        ['query-4-page', 4],
        ['query-9-page', 2],
      ]),
    };
    const html = await show({ perPage: 2, sticky: 'ignore' }, page);
    expect(titles(html)).toBe('P0');
    expect(html).toContain(
      'href="/?query-4-page=3&amp;query-9-page=2" class="wp-block-query-pagination-previous"',
    );
    expect(html).toContain('href="/?query-9-page=2">1</a>');
    expect(html).not.toContain('pagination-next"');
    for (const far of [5, 10_001]) {
      const past = await show({ perPage: 2, sticky: 'ignore' }, turned('query-4-page', far));
      expect(past).toContain('<div class="wp-block-query-no-results"><p>None here</p></div>');
      expect(past).not.toContain('<ul');
      expect(past).not.toContain('pagination-next"');
    }
  });

  test.each<[object, string]>([
    [{}, 'P6 P5 P4 P3 P2 P1 P0'],
    [{ perPage: '2' }, 'P6 P5'],
    [{ perPage: 2, offset: 1 }, 'P5 P4'],
    [{ order: 'asc', perPage: 3 }, 'P0 P1 P2'],
    [{ orderBy: 'title', order: 'asc', perPage: 3 }, 'P0 P1 P2'],
    [{ sticky: '' }, 'P2 P6 P5 P4 P3 P1 P0'],
    [{ sticky: '', perPage: 1 }, 'P2 P6'],
    [{ sticky: 'only' }, 'P2'],
    [{ sticky: 'exclude' }, 'P6 P5 P4 P3 P1 P0'],
    [{ format: ['quote', 'nonsense'] }, 'P3'],
    [{ postType: 'page', orderBy: 'menu_order', order: 'asc' }, 'Below Above'],
    [{ postType: 'no-such-type-at-all', search: 'zzz' }, ''],
    [{ search: 'P6' }, 'P6'],
  ])('%j lists %s', async (query, expected) => {
    expect(await titlesOf(query)).toBe(expected);
  });

  test('filters by terms, authors, parents and excluded posts, in every form that WordPress saved', async () => {
    expect(await titlesOf({ taxQuery: { category: [red] } })).toBe('P1 P0');
    expect(
      await titlesOf({ taxQuery: { include: { category: [red, deep] }, exclude: { post_tag: [tag] } } }),
    ).toBe('P1 P0');
    expect(await titlesOf({ taxQuery: { category: [deep], post_tag: [String(tag)] } })).toBe('P5');
    expect(await titlesOf({ categoryIds: [red], tagIds: [] })).toBe('P1 P0');
    for (const given of [author, String(author), `${author},999999`, [author]])
      expect([given, await titlesOf({ author: given })]).toEqual([given, 'P4']);
    expect(await titlesOf({ exclude: ids.slice(1) })).toBe('P0');
    expect(
      await titlesOf({ excludeCurrent: true, exclude: ids.slice(2) }, await pageOf(site, ids[1] ?? 0)),
    ).toBe('P0');
    const above = (
      await get().read.selectFrom('post').select('id').where('slug', '=', 'above').executeTakeFirstOrThrow()
    ).id;
    expect(await titlesOf({ postType: 'page', parents: [above] })).toBe('Below');
    expect(await titlesOf({ parents: [above], perPage: 1 })).toBe('P6');
    expect(titles(await show({ perPage: 2, exclude: ids.slice(1, 3), sticky: 'ignore' }, homePage))).toBe(
      'P6 P5',
    );
    expect(await show({ perPage: 2, exclude: ids.slice(1, 3), sticky: 'ignore' })).toContain(
      '5 results found',
    );
    expect((await titlesOf({ orderBy: 'rand' })).split(' ').toSorted().join(' ')).toBe(
      'P0 P1 P2 P3 P4 P5 P6',
    );
    expect(
      (await titlesOf({ orderBy: 'rand', taxQuery: { category: [red] } })).split(' ').toSorted().join(' '),
    ).toBe('P0 P1');
  });

  test('without a number its parameter is query-page, and `pages` limits the linked pages', async () => {
    const query = { perPage: 1, sticky: 'ignore', pages: 3 };
    const html = await showMarkup(site, markup(query, inside, null), turned('query-page', 2));
    expect(titles(html)).toBe('P5');
    expect(html).toContain('href="/?query-page=3">3</a>');
    expect(html).not.toContain('query-page=4');
    const numbers = await show(
      { perPage: 1, sticky: 'ignore' },
      turned('query-4-page', 5),
      '<!-- wp:query-pagination-numbers {"midSize":0} /-->',
    );
    expect(
      numbers
        .replace(/<[^>]+>/g, ' ')
        .split(/\s+/)
        .join(' ')
        .trim(),
    ).toBe('1 … 5 … 7');
    expect(
      await show(
        { perPage: 3, sticky: 'ignore' },
        turned('query-4-page', 3),
        '<!-- wp:query-total {"displayType":"range-display"} /-->',
      ),
    ).toContain('>Displaying 7 of 7<');
    expect(
      await show(
        { perPage: 3, sticky: 'ignore' },
        turned('query-4-page', 2),
        '<!-- wp:query-total {"displayType":"range-display"} /-->',
      ),
    ).toContain('>Displaying 4 – 6 of 7<');
  });

  test('an inheriting list is that of its page: a term’s, a post’s own, or none', async () => {
    const term = (await findTerms(get().read, [red])).get(red);
    if (!term) throw new Error('The term is gone.');
    const archive: PageInfo = { kind: 'category', path: '/category/red/', pageNumber: 1, title: 'Red', term };
    const html = await show({ inherit: true }, archive);
    expect(titles(html)).toBe('P5 P1 P0');
    expect(html).toContain('3 results found');
    expect(
      await showMarkup(
        site,
        `<!-- wp:query --><div class="wp-block-query">${inside}</div><!-- /wp:query -->`,
        archive,
      ),
    ).toBe(html);
    expect(titles(await show({ inherit: true }, await pageOf(site, ids[1] ?? 0)))).toBe('P1');
    expect(
      await show({ inherit: true }, { kind: '404', path: '/404/', pageNumber: 1, title: 'None' }),
    ).toContain('None here');
    const dates = { from: start, to: start + 2 * day };
    const dated = await show(
      { inherit: true },
      { kind: 'date', path: '/2026/01/', pageNumber: 1, title: 'January', dates },
    );
    expect([titles(dated), dated.includes('2 results found')]).toEqual(['P1 P0', true]);
  });

  test.each<[string, () => PageInfo, string]>([
    [
      'a format',
      () => ({ kind: 'cpt_tax', path: '/type/quote/', pageNumber: 1, title: 'Quotes', format: 'quote' }),
      'P3',
    ],
    [
      'a format that no article has',
      () => ({ kind: 'cpt_tax', path: '/type/chat/', pageNumber: 1, title: 'Chats', format: 'chat' }),
      '',
    ],
    [
      'a type',
      () => ({ kind: 'cpt_tax', path: '/above/', pageNumber: 1, title: 'Pages', postType: 'page' }),
      'Below Above',
    ],
    [
      'a span of time',
      () => ({
        kind: 'date',
        path: '/2026/',
        pageNumber: 1,
        title: 'Days',
        dates: { from: start + day, to: start + 4 * day },
      }),
      'P3 P2 P1',
    ],
    [
      'an author',
      () => ({ kind: 'author', path: '/author/mira/', pageNumber: 1, title: 'Mira', author: mira }),
      'P4',
    ],
    [
      'a search',
      () => ({ kind: 'search', path: '/?s=P3', pageNumber: 1, title: 'Search', search: 'P3' }),
      'P3',
    ],
  ])('an inheriting list counts what it lists: %s', async (_what, page, expected) => {
    const html = await show({ inherit: true }, page());
    expect(titles(html)).toBe(expected);
    const total = expected.split(' ').filter(Boolean).length;
    expect(/(\d+) results? found/.exec(html)?.[1] ?? '0').toBe(String(total));
  });

  test('an inheriting list reports whether its page continues, and is the 404 page past its end', async () => {
    const stateOf = async (pageNumber: number) => {
      const render = await site.begin({ ...homePage, pageNumber });
      await renderDocument(
        site.documents.template(markup({ inherit: true }), 'template:inherits'),
        'inherits',
        render,
      );
      return [render.goesOn, render.isAbsent];
    };
    await get().write((tx) => saveSettings(tx, { posts_per_page: 5 }));
    expect([await stateOf(1), await stateOf(2), await stateOf(3)]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    await get().write((tx) => saveSettings(tx, { posts_per_page: 10 }));
  });

  test('lists that search do so one after the other, and leave slots to readers', async () => {
    let running = 0;
    let most = 0;
    const { find } = site.content.search;
    const spied = vi.spyOn(site.content.search, 'find').mockImplementation(async (asked) => {
      most = Math.max(most, ++running);
      return find.call(site.content.search, asked).finally(() => running--);
    });
    const each = '<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->';
    const lists = [1, 2, 3, 4].map(
      (n) =>
        `<!-- wp:query ${JSON.stringify({ queryId: n, query: { search: `P${n}` } })} -->${each}<!-- /wp:query -->`,
    );
    const html = await showMarkup(site, lists.join(''));
    for (const n of [1, 2, 3, 4]) expect(html).toContain(`>P${n}<`);
    expect([spied.mock.calls.length, most]).toEqual([4, 1]);
    spied.mockRestore();
  });

  test('leaves out a list whose search times out, renders the rest of the page, and soon renders it again', async () => {
    const spied = vi
      .spyOn(site.content.search, 'find')
      .mockRejectedValue(new UnavailableError('The search took longer than 8000 ms.'));
    const each =
      '<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->' +
      '<!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results -->';
    const list = (query: object) => `<!-- wp:query ${JSON.stringify({ query })} -->${each}<!-- /wp:query -->`;
    const render = await site.begin(homePage);
    const before = render.now;
    const text = `<p>Before</p>${list({ search: 'late' })}${list({ search: 'later' })}${list({ perPage: 1 })}`;
    const html = await renderDocument(site.documents.template(text, 'template:late'), 'late', render);
    expect(html).toMatch(/^<p>Before<\/p>.*>P\d</s);
    expect(html).not.toContain('None');
    expect(render.expiresAt).toBe(before + 60_000);
    // The page's own results are not such a list: readers who search see the error.
    const found: PageInfo = {
      kind: 'search',
      path: '/?s=late',
      pageNumber: 1,
      title: 'Search',
      search: 'late',
    };
    await expect(showMarkup(site, list({ inherit: true }), found)).rejects.toThrow(UnavailableError);
    spied.mockRestore();
  });

  test('titles of archives, searches and types', async () => {
    const term = (await findTerms(get().read, [red])).get(red);
    if (!term) throw new Error('The term is gone.');
    const archive: PageInfo = { kind: 'category', path: '/category/red/', pageNumber: 1, title: 'Red', term };
    const title = (attributes: object, page: PageInfo) =>
      showMarkup(site, `<!-- wp:query-title ${JSON.stringify(attributes)} /-->`, page);
    expect(await title({ type: 'archive' }, archive)).toBe(
      '<h1 class="wp-block-query-title">Category: <span>Red</span></h1>',
    );
    expect(await title({ type: 'archive', showPrefix: false, level: 2, textAlign: 'center' }, archive)).toBe(
      '<h2 class="wp-block-query-title has-text-align-center">Red</h2>',
    );
    expect(await title({ type: 'archive' }, homePage)).toBe('');
    const dates = { from: start, to: start + 31 * day };
    expect(
      await title(
        { type: 'archive' },
        { kind: 'date', path: '/2026/01/', pageNumber: 1, title: 'January 2026', dates },
      ),
    ).toContain('Month: <span>January 2026');
    const week = { from: start, to: start + 7 * day + 3_600_000 };
    expect(
      await title(
        { type: 'archive' },
        { kind: 'date', path: '/?m=2026&w=1', pageNumber: 1, title: 'Week 1, 2026', dates: week },
      ),
    ).toBe('<h1 class="wp-block-query-title">Week 1, 2026</h1>');
    const search: PageInfo = {
      kind: 'search',
      path: '/?s=x',
      pageNumber: 1,
      title: 'Search',
      search: hostileTitle,
    };
    expect(await title({ type: 'search' }, search)).toContain('Search results for: “&lt;img');
    expect(await title({ type: 'search', showSearchTerm: false }, search)).toBe(
      '<h1 class="wp-block-query-title">Search results</h1>',
    );
    expect(
      await show({ postType: 'page' }, homePage, '<!-- wp:query-title {"type":"post-type"} /-->'),
    ).toContain('>Post Type: “Page”<');
  });

  test('a grid and the columns of older versions', async () => {
    const template = (layout: object) =>
      `<!-- wp:post-template ${JSON.stringify({ layout })} --><!-- wp:post-title /--><!-- /wp:post-template -->`;
    const list = (layout: object) => show({ perPage: 1, sticky: 'ignore' }, homePage, template(layout));
    expect(await list({ type: 'grid', columnCount: 2 })).toContain(
      '<ul class="wp-block-post-template columns-2 is-layout-grid ' +
        'wp-block-post-template-is-layout-grid" style="grid-template-columns:repeat(2, minmax(0, 1fr))">',
    );
    expect(await list({ type: 'grid', minimumColumnWidth: '10rem;x' })).toContain(
      'style="grid-template-columns:repeat(auto-fill, minmax(min(12rem, 100%), 1fr))"',
    );
    const attributes = { query: { perPage: 1 }, displayLayout: { type: 'flex', columns: 99 } };
    const old = await showMarkup(
      site,
      `<!-- wp:query ${JSON.stringify(attributes)} -->${inside}<!-- /wp:query -->`,
    );
    expect(old).toContain('is-flex-container columns-6');
  });

  describe('hostile attributes', () => {
    const huge = 'x'.repeat(100_000);
    test.each<[string, object]>([
      ['invalid numbers', { perPage: 'many', offset: {}, pages: -5 }],
      ['huge numbers', { perPage: 1e300, offset: 1e300 }],
      ['invalid lists', { exclude: 'all', parents: { a: 1 }, format: 'quote', taxQuery: [] }],
      [
        'ids of SQL',
        { exclude: ['1); drop table post; --'], author: "1' or 1=1", taxQuery: { "category'": ['x'] } },
      ],
      ['huge texts', { search: huge, orderBy: huge, postType: huge, order: huge }],
      ['NUL', { search: '\0', postType: '\0' }],
      ['long lists', { exclude: Array.from({ length: 50_000 }, (_, n) => n + 1_000_000), author: huge }],
      [
        'names of prototypes',
        JSON.parse(
          '{"__proto__":{"perPage":1},"orderBy":"constructor","postType":"__proto__","taxQuery":{"__proto__":[1]}}',
        ) as object,
      ],
      ['a hidden type', { postType: 'nav_menu_item' }],
      ['files', { postType: 'attachment' }],
    ])('%s render, and show nothing hidden', async (_what, query) => {
      const html = await show({ ...query, inherit: false });
      expect(html).toContain('wp-block-query');
      expect(html).not.toMatch(/Secret|Locked/);
    });

    test('invalid queries, invalid numbers and nested lists end', async () => {
      for (const attributes of [
        '{"query":5,"queryId":"x"}',
        '{"queryId":-1,"query":{"perPage":1}}',
        '{"queryId":1e99,"query":[]}',
      ]) {
        expect(
          await showMarkup(
            site,
            `<!-- wp:query ${attributes} --><div class="wp-block-query">${inside}</div><!-- /wp:query -->`,
          ),
        ).toContain('wp-block-query');
      }
      let nested = '<!-- wp:post-title /-->';
      for (let depth = 0; depth < 6; depth++) {
        nested = markup(
          { perPage: 100, sticky: 'ignore' },
          `<!-- wp:post-template -->${nested}<!-- /wp:post-template -->`,
        );
      }
      await showMarkup(site, nested);
      expect(site.logged.some(({ message }) => message.includes('repeat too much'))).toBe(true);
    });
  });

  test('a changed, new or removed post changes the list, and an empty site has no list', async () => {
    await get().write((tx) => updatePost(tx, ids[6] ?? 0, { title: 'Changed' }));
    expect(await titlesOf({ perPage: 1 })).toBe('Changed');
    await get().write((tx) => updatePost(tx, ids[6] ?? 0, { status: 'draft' }));
    expect(await titlesOf({ perPage: 1 })).toBe('P5');
    await get().write((tx) => updatePost(tx, ids[6] ?? 0, { status: 'publish', title: 'P6' }));
    expect(await titlesOf({ taxQuery: { category: [999_999] } })).toBe('');
  });
});
