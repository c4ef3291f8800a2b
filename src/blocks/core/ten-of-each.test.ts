import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onDrawnDatabase } from '../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { wholePage } from '../../../test/harness/whole-page.ts';
import {
  countFiltered,
  countFilteredOfEach,
  listFilteredIds,
  listFilteredIdsOfEach,
} from '../../modules/posts/list-filtered.ts';
import type { FilteredQuery, PostFilter } from '../../modules/posts/post-filter.ts';
import type { PageInfo } from '../load-context.ts';

const block = (name: string, attributes: object = {}, inner?: string) => {
  const opening = `<!-- wp:${name} ${JSON.stringify(attributes)} `;
  return inner === undefined ? `${opening}/-->` : `${opening}-->${inner}<!-- /wp:${name} -->`;
};
const gallery = block('gallery', { dynamicContent: { source: 'core/attached-media', args: {} } }, '');
const discussion = block(
  'comments',
  {},
  `<div class="wp-block-comments">${block('comments-title')}${block('comment-template', {}, block('comment-content'))}${block(
    'comments-pagination',
    {},
    block('comments-pagination-numbers'),
  )}${block('post-comments-form')}</div>`,
);

onDrawnDatabase('many blocks of one type on a page', (get) => {
  let page: PageInfo;
  const made = { users: [0], comments: [0], parts: [''], menus: [0], terms: [0] };
  beforeAll(async () => {
    const id = await get().write(async (tx) => {
      for (const list of Object.values(made)) list.length = 0;
      for (let n = 0; n < 12; n++) {
        const term = await makeTerm(tx, { name: `Term ${n}`, parentId: made.terms[n - 2] });
        const authorId = await makeUser(tx, { displayName: `Author ${n}` });
        const postId = await makePost(tx, {
          title: `Story ${n}`,
          content: '<p>Words</p>',
          authorId,
          featuredMediaId: await makeMedia(tx),
          termIds: [term],
          publishedAt: Date.UTC(2026, n, 2),
          commentStatus: 'open',
        });
        await makeMedia(tx, { parentId: postId });
        made.terms.push(term);
        made.users.push(authorId);
        made.comments.push(await makeComment(tx, { postId, content: `Comment ${n}`, userId: authorId }));
        await makePost(tx, { type: 'wp_template_part', slug: `part-${n}`, content: `<p>Part ${n}</p>` });
        made.parts.push(`part-${n}`);
        made.menus.push(
          await makePost(tx, {
            type: 'wp_navigation',
            content: block('navigation-link', { label: `L${n}`, url: `/a${n}` }),
          }),
        );
      }
      return makePost(tx, {
        title: 'Here',
        content: '<p>Words</p>',
        authorId: 1,
        termIds: made.terms,
        commentStatus: 'open',
      });
    });
    page = await pageOf(pageSite(get()), id);
  });

  const writes = new Set<Promise<unknown>>();
  const noted = async <Result>(write: Promise<Result>): Promise<Result> => {
    writes.add(write);
    return write.finally(() => writes.delete(write));
  };
  /** A site with empty caches, whose writes `untilWritten` awaits. */
  const newSite = () =>
    pageSite({
      ...get(),
      write: (work) => noted(get().write(work)),
      writeDerived: (work) => noted(get().writeDerived(work)),
    });

  /** Waits until no write can affect the count: on a busy machine a write may pause between two of its queries. */
  const untilWritten = () => {
    let last = -1;
    return expect
      .poll(() => writes.size === 0 && last === (last = get().queryCount()), { interval: 30 })
      .toBe(true);
  };

  /** Queries of a text on a site with empty caches that has rendered its texts before, then of the same text again. */
  const cost = async (markup: string, at: PageInfo): Promise<readonly [cold: number, warm: number]> => {
    const count = async (site: ReturnType<typeof pageSite>) => {
      await site.content.settings.current();
      const before = get().queryCount();
      expect(await showMarkup(site, markup, at)).not.toBe('');
      return get().queryCount() - before;
    };
    await count(newSite());
    await untilWritten(); // cached data of the texts
    const site = newSite();
    const cold = await count(site);
    await untilWritten();
    return [cold, await count(site)];
  };

  const kinds: Readonly<Record<string, (n: number) => string>> = {
    avatar: (n) => block('avatar', { userId: made.users[n] }),
    calendar: (n) => block('calendar', { month: n + 1, year: 2026 }),
    gallery: () => gallery,
    'tag-cloud': (n) => block('tag-cloud', { taxonomy: 'category', numberOfTags: n + 1 }),
    'terms-query': (n) =>
      block(
        'terms-query',
        { termQuery: { taxonomy: 'category', perPage: n + 1 } },
        `<div>${block('term-template', {}, block('term-name'))}</div>`,
      ),
    categories: (n) => block('categories', { className: `x${n}`, showHierarchy: n % 2 === 0 }),
    'latest-comments': (n) => block('latest-comments', { commentsToShow: n + 1 }),
    archives: (n) => block('archives', { type: n % 2 === 0 ? 'yearly' : 'monthly', className: `y${n}` }),
    'template-part': (n) => block('template-part', { slug: made.parts[n] }),
    navigation: (n) => block('navigation', { ref: made.menus[n] }),
    'latest-posts': (n) => block('latest-posts', { postsToShow: n + 1 }),
    'latest-posts, whole': (n) =>
      block('latest-posts', {
        postsToShow: n + 1,
        displayPostContent: true,
        displayPostContentRadio: 'full_post',
      }),
    'post-comment': (n) => block('post-comment', { commentId: made.comments[n] }, block('comment-content')),
    rss: (n) => block('rss', { feedURL: `https://a.example/${n}` }),
    breadcrumbs: (n) => block('breadcrumbs', { className: `z${n}` }),
    comments: () => discussion,
    query: (n) => list(n) + list(n + 1) + list(n + 2),
    'latest-posts, by their own': (n) =>
      block(
        'latest-posts',
        [{ categories: [{ id: made.terms[n] }] }, { selectedAuthor: made.users[n], orderBy: 'title' }][n % 2],
      ),
  };
  /** Lists without common posts. */
  const narrowed: readonly ((n: number) => object)[] = [
    (n) => ({ taxQuery: { category: [made.terms[n], made.terms[n + 1]] } }),
    (n) => ({ categoryIds: [made.terms[n]], author: '' }),
    (n) => ({ author: made.users[n], offset: 1 }),
    (n) => ({ exclude: [n], orderBy: ['modified', 'comment_count', 'id'][n % 3] }),
    (n) => ({
      taxQuery: { include: { category: [made.terms[n]] }, exclude: { category: [made.terms[n + 1]] } },
    }),
    () => ({ orderBy: 'title', order: 'asc' }),
  ];
  const list = (n: number) =>
    block(
      'query',
      { queryId: n, query: { perPage: 2, sticky: 'ignore', ...narrowed[n % narrowed.length]?.(n) } },
      `<div>${block(
        'post-template',
        {},
        block('post-title'),
      )}${block('query-total')}${block('query-pagination', {}, block('query-pagination-numbers'))}</div>`,
    );
  const many = (make: (n: number) => string, count: number) =>
    `<p>x</p>${Array.from({ length: count }, (_, n) => make(n)).join('')}`;
  const inList = (inner: string, perPage: number) =>
    block(
      'query',
      { queryId: 1, query: { perPage, sticky: 'ignore' } },
      `<div class="wp-block-query">${block('post-template', {}, inner)}</div>`,
    );
  const inLists: Readonly<Record<string, string>> = {
    gallery,
    comments: discussion,
    'post-comments-form': block('post-comments-form'),
    'post-content': block('post-content'),
    avatar: block('avatar'),
    calendar: block('calendar'),
    'latest-posts': block('latest-posts'),
    'post-terms': block('post-terms', { term: 'category' }),
  };
  /**
   * Blocks that load data in one turn of the event loop are batched. Over a connection replies, and thus later
   * requests, come in any order, which allows some more.
   */
  const more = () => (get().dialect.name === 'sqlite' ? 0 : 6);

  test.each(Object.keys(kinds))('ten of %s take no more queries than two', async (kind) => {
    const make = kinds[kind] ?? String;
    const [[two, warmTwo], [ten, warmTen]] = [
      await cost(many(make, 2), page),
      await cost(many(make, 10), page),
    ];
    expect([kind, ten <= two + more(), warmTen]).toEqual([kind, true, warmTwo]);
  });

  test.each(Object.keys(inLists))(
    '%s in a list of ten posts takes no more queries than in one of two',
    async (kind) => {
      const [[two, warmTwo], [ten, warmTen]] = [
        await cost(inList(inLists[kind] ?? '', 2), homePage),
        await cost(inList(inLists[kind] ?? '', 10), homePage),
      ];
      expect([kind, ten <= two + more(), warmTen]).toEqual([kind, true, warmTwo]);
    },
  );

  test('an article with ten unrelated lists takes no more queries than any article may', async () => {
    const content = many(list, 10);
    const id = await get().write((tx) => makePost(tx, { content, authorId: 1, termIds: made.terms }));
    const site = newSite();
    const countQueries = async () => {
      const at = await pageOf(site, id);
      const before = get().queryCount();
      expect((await wholePage(site, at, false)).html.match(/<h2 class="wp-block-post-title/g)).toHaveLength(
        15,
      );
      return get().queryCount() - before;
    };
    await countQueries();
    await untilWritten(); // related articles
    expect(await countQueries()).toBeLessThanOrEqual(8 + more()); // data that pages share is cached
  });

  test('batched lists and counts return the same as separate ones, in order, however many they are', async () => {
    const { database } = pageSite(get()).content;
    const type = 'post';
    const [id = 0, ...others] = await listFilteredIds(database.read, {
      type,
      order: 'id',
      descending: true,
      limit: 20,
      offset: 0,
    });
    const filters: PostFilter[] = [
      { type },
      { type: 'page' },
      { type: 'wp_navigation' },
      { type, ids: [] },
      { type, ids: [id, ...others] },
      { type, authorIds: made.users.slice(2, 3) },
      { type, excludeTermIds: made.terms.slice(0, 3) },
      { type, termGroups: [[]] },
      { type, titleSearch: 'y 1' },
      { type, excludeIds: [id] },
      ...made.terms.flatMap((term, n): PostFilter[] => [
        { type, termGroups: [[term]] },
        { type, termGroups: [made.terms, [term]], authorIds: [made.users[n] ?? 0] },
      ]),
    ];
    const orders: readonly FilteredQuery['order'][] = ['published_at', 'title', 'comment_count', { seed: 3 }];
    const queries = filters.flatMap((filter, n) =>
      [...(filter.ids ? ['given' as const] : []), ...orders].map((order) => ({
        ...filter,
        order,
        descending: n % 2 === 0,
        limit: 1 + (n % 5),
        offset: n % 3,
      })),
    );
    const alone = [];
    for (const query of queries) alone.push(await listFilteredIds(database.read, query));
    const counted = [];
    for (const filter of filters) counted.push(await countFiltered(database.read, filter));
    expect(counted).toContain(13);
    const before = get().queryCount();
    expect(await listFilteredIdsOfEach(database.read, queries)).toEqual(alone);
    expect(await countFilteredOfEach(database.read, filters)).toEqual(counted);
    expect(get().queryCount() - before).toBe(1 + Math.ceil(queries.length / 40) + 4);
    const large = Array.from({ length: 90 }, (_, n) => ({
      type,
      ids: Array.from({ length: 500 }, (_id, at) => at + 1000 * n + 1),
    }));
    expect((await countFilteredOfEach(database.read, large)).slice(1)).toEqual(large.slice(1).map(() => 0));
  });

  test('ten of each stay within a budget, and take almost nothing once cached', async () => {
    const [cold, warm] = await cost(
      Object.values(kinds)
        .map((make) => many(make, 10))
        .join(''),
      page,
    );
    expect([cold <= 60 + 4 * more(), warm <= 8]).toEqual([true, true]);
  });
});
