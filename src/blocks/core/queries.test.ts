import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageInfo } from '../load-context.ts';

const blocks = (...names: string[]) => names.map((name) => `<!-- wp:${name} /-->`).join('');

/** Ten server-rendered blocks about one post. */
const ofPost = blocks(
  'post-title',
  'post-date',
  'post-excerpt',
  'post-author',
  'post-author-biography',
  'post-terms {"term":"category"}',
  'post-navigation-link',
  'post-navigation-link {"type":"previous"}',
  'post-comments-link',
  'post-time-to-read',
);
const inList = blocks(
  'post-featured-image',
  'avatar',
  'post-title',
  'post-date',
  'post-author',
  'post-terms {"term":"category"}',
  'post-excerpt {"excerptLength":90}',
  'post-time-to-read',
  'post-comments-link',
  'read-more',
);
const list = (
  queryId: number,
  query: object,
) => `<!-- wp:query ${JSON.stringify({ queryId, query: { perPage: 10, sticky: 'ignore', ...query } })} -->
<div class="wp-block-query"><!-- wp:post-template -->${inList}<!-- /wp:post-template --><!-- wp:query-pagination -->
${blocks('query-pagination-previous', 'query-pagination-numbers', 'query-pagination-next')}<!-- /wp:query-pagination -->
<!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results -->${blocks('query-total')}</div><!-- /wp:query -->`;

onBothDatabases('queries of WordPress blocks', (get) => {
  let page: PageInfo;
  /**
   * Blocks that load data in one turn of the event loop are batched. Over a connection replies arrive in any order, so
   * there the test only checks that the count doesn't grow with the content.
   */
  const isAtOnce = () => get().dialect.name === 'sqlite';
  beforeAll(async () => {
    const id = await get().write(async (tx) => {
      const terms = [await makeTerm(tx, { name: 'One' }), await makeTerm(tx, { name: 'Two' })];
      for (let n = 0; n < 25; n++) {
        const [authorId, featuredMediaId] = [
          await makeUser(tx, { displayName: `Author ${n}` }),
          await makeMedia(tx),
        ];
        const content = `<p>${'Words go on. '.repeat(60)}</p>`;
        await makePost(tx, {
          title: `Story ${n}`,
          content,
          authorId,
          featuredMediaId,
          termIds: [terms[n % 2] ?? 0],
          publishedAt: Date.UTC(2026, 0, n + 1),
          commentStatus: 'open',
        });
      }
      const publishedAt = Date.UTC(2026, 0, 12, 1);
      return makePost(tx, {
        title: 'Here',
        content: '<p>Words</p>',
        authorId: 1,
        termIds: terms,
        publishedAt,
        commentStatus: 'open',
      });
    });
    page = await pageOf(pageSite(get()), id);
  });

  /** Queries of a text on a site with empty caches, then of the same text again. */
  const cost = async (markup: string, at: PageInfo = page) => {
    const site = pageSite(get());
    await site.content.settings.current();
    const counts = [];
    for (let turn = 0; turn < 2; turn++) {
      const before = get().queryCount();
      expect(await showMarkup(site, markup, at)).not.toBe('');
      counts.push(get().queryCount() - before);
    }
    return counts;
  };

  test('ten blocks about one post, and content without any; these numbers only decrease', async () => {
    expect(await cost('<p>Words</p>')).toEqual([0, 0]);
    // Author with biography and avatar, terms, neighbouring posts, and their cards with authors.
    const [cold = 99, warm = 99] = await cost(ofPost);
    expect(cold).toBeLessThanOrEqual(isAtOnce() ? 6 : 12);
    expect(warm).toBe(0);
  });

  test('a list of ten posts with ten blocks each takes as many queries as one of two, and another list fewer than the first', async () => {
    const [cold = 99, warm = 99] = await cost(list(1, {}), homePage);
    expect(warm).toBe(1); // full texts are read for each page that needs them
    const [ofTwo = 99] = await cost(list(1, { perPage: 2 }), homePage);
    const [both = 99] = await cost(list(1, {}) + list(2, { order: 'asc' }), homePage);
    expect([cold <= 14, both <= 28]).toEqual([true, true]);
    if (!isAtOnce()) return;
    expect([cold, ofTwo]).toEqual([7, 7]);
    expect(both).toBeLessThan(2 * cold); // cards of concurrently requested ids are batched
  });
});
