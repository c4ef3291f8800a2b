import { makeAuthors, postOf } from '../../../test/harness/factories.ts';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { clearFront, pinOf } from '../../../test/harness/front.ts';
import { writeFront } from '../../modules/front/store.ts';
import { present } from '../../../test/harness/present.ts';
import { listPostsOfAny } from '../../modules/posts/list-window.ts';
import { createPost, deletePost } from '../../modules/posts/writer.ts';
import { createTerm } from '../../modules/terms/writer.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import type { PageInfo } from '../load-context.ts';
import { block as relatedBlock } from '../related-posts/block.ts';
import { load as loadRelated } from '../related-posts/loader.server.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';

/** The front page with the current block at a given page. */
function atPage(database: Database, page: number) {
  return fakeLoadContext(testContent(database), {
    ...homePage,
    blockPage: { blockId: 'tdi_test', page, filter: '' },
  });
}

onBothDatabases('post list', (get) => {
  let science = 0;
  let physics = 0;
  let culture = 0;
  let tag = 0;
  const ids: number[] = [];
  beforeAll(async () => {
    await get().write(async (tx) => {
      await makeAuthors(tx, [1, 2]);
      science = await createTerm(tx, { taxonomy: 'category', name: 'Science' });
      physics = await createTerm(tx, { taxonomy: 'category', name: 'Physics', parentId: science });
      culture = await createTerm(tx, { taxonomy: 'category', name: 'Culture' });
      tag = await createTerm(tx, { taxonomy: 'post_tag', name: 'Deep sea' });
      // Posts 0 to 13, oldest first: even ones in physics, odd ones in culture, every third tagged, two authors.
      for (let n = 0; n < 14; n++) {
        ids.push(
          await createPost(tx, {
            title: `Post ${n}`,
            status: 'publish',
            publishedAt: 1000 + n,
            authorId: 1 + (n % 2),
            termIds: [n % 2 === 0 ? physics : culture, ...(n % 3 === 0 ? [tag] : [])],
          }),
        );
      }
      await createPost(tx, { title: 'Draft', status: 'draft', termIds: [physics] });
      await createPost(tx, {
        title: 'Protected',
        status: 'publish',
        password: 'x',
        publishedAt: 5000,
        termIds: [physics],
      });
    });
  });
  const titlesOf = async (attributes: Record<string, unknown>, page: PageInfo = homePage) => {
    const data = await load(block.settings.parse(attributes), fakeLoadContext(testContent(get()), page));
    return data?.cards.map(({ title }) => Number(title.replace('Post ', ''))) ?? [];
  };
  const idOf = (n: number) => ids[n] ?? 0;
  const pageOf = async (n: number): Promise<PageInfo> => ({
    kind: 'single',
    path: `/post-${n}/`,
    pageNumber: 1,
    title: `Post ${n}`,
    post: await postOf(get().read, idOf(n)),
  });

  test('shows the newest listed posts, skips and limits', async () => {
    expect(await titlesOf({ limit: 3 })).toEqual([13, 12, 11]);
    expect(await titlesOf({ limit: 3, offset: 1 })).toEqual([12, 11, 10]);
    expect(await titlesOf({ limit: 3, sort: 'oldest_posts' })).toEqual([0, 1, 2]);
    expect(await titlesOf({ limit: 100_000 })).toHaveLength(14);
  });

  test('a list of a category opens with the pins of its band, unless it skips posts or presets a filter', async () => {
    const context = {
      ...fakeLoadContext(testContent(get())),
      frontPins: (area: string) => (area === `category:${science}` ? [idOf(1)] : []),
    };
    await get().write((tx) =>
      writeFront(tx, {
        pins: [pinOf(idOf(1), { area: `category:${science}` })],
        breaking: null,
      }),
    );
    const shownBy = async (attributes: Record<string, unknown>) => {
      const data = await load(
        block.settings.parse({ category_id: String(science), limit: 3, ...attributes }),
        context,
      );
      return data?.cards.map(({ title }) => Number(title.replace('Post ', '')));
    };
    expect(await shownBy({})).toEqual([1, 12, 10]);
    expect(await shownBy({ offset: 3 })).toEqual([6, 4, 2]);
    expect(await shownBy({ td_filter_value: String(culture) })).toEqual([12, 10, 8]);
    await get().write((tx) => clearFront(tx));
  });

  test('filters by category with its children, by tag and by author', async () => {
    expect(await titlesOf({ limit: 3, category_id: science })).toEqual([12, 10, 8]);
    expect(await titlesOf({ tag_slug: 'deep-sea', limit: 20 })).toEqual([12, 9, 6, 3, 0]);
    expect(await titlesOf({ tag_slug: 'no-such-tag' })).toEqual([]);
    expect(await titlesOf({ author_id: 2, limit: 2 })).toEqual([13, 11]);
    expect(
      await titlesOf({
        td_ajax_filter_type: 'td_category_ids_filter',
        td_filter_value: String(culture),
        category_id: science,
        limit: 2,
      }),
    ).toEqual([13, 11]);
  });

  test('post_ids restricts to the given posts, and a negative id excludes a post', async () => {
    expect(await titlesOf({ post_ids: `${idOf(3)}, ${idOf(4)}, 999999` })).toEqual([3, 4]);
    expect(await titlesOf({ post_ids: `-${idOf(13)}`, limit: 2 })).toEqual([12, 11]);
  });

  test('the posts of a category by its rank, without excluded ones, and counted after the first', async () => {
    const loaded = (attributes: object, context = fakeLoadContext(testContent(get()), homePage)) =>
      load(block.settings.parse(attributes), context);
    const idsOf = (data: Awaited<ReturnType<typeof load>>) => data?.cards.map(({ id }) => id) ?? [];
    const [newest = 0, ...others] = idsOf(await loaded({ category_rank: 1, limit: 5 }));
    expect(others).toHaveLength(4);
    expect(idsOf(await loaded({ category_rank: 1, limit: 4, post_ids: `-${newest}` }))).toEqual(others);
    const all = idsOf(await loaded({ category_rank: 1, limit: 1000 })).length;
    const pages = async (offset: number) =>
      (await loaded({ category_rank: 1, offset, limit: all - 3, ajax_pagination: 'numbered' }))?.state
        .max_num_pages;
    expect([await pages(0), await pages(3)]).toEqual([2, 1]);
  });

  test('a tag with a long slug can be chosen', async () => {
    const slug = 'a'.repeat(150);
    expect(block.settings.parse({ td_filter_value: slug }).td_filter_value).toBe(slug);
  });

  test("the current post's categories and author, without that post", async () => {
    expect(await titlesOf({ live_filter: 'cur_post_same_categories', limit: 3 }, await pageOf(12))).toEqual([
      10, 8, 6,
    ]);
    expect(await titlesOf({ live_filter: 'cur_post_same_author', limit: 2 }, await pageOf(13))).toEqual([
      11, 9,
    ]);
    expect(
      await titlesOf({
        live_filter: 'cur_post_same_categories',
        live_filter_cur_post_id: idOf(10),
        limit: 2,
      }),
    ).toEqual([12, 8]);
    expect(await titlesOf({ live_filter: 'cur_post_same_tags', limit: 9 }, await pageOf(6))).toEqual([
      12, 9, 3, 0,
    ]);
  });

  test('the section of the current post: the outermost ancestor of its main category, which the title names and links', async () => {
    const both = await get().write(async (tx) =>
      createPost(tx, {
        title: 'Post 14',
        status: 'publish',
        publishedAt: 2000,
        termIds: [culture, physics],
        meta: { primary_category: [String(physics)] },
      }),
    );
    const page: PageInfo = {
      kind: 'single',
      path: '/both/',
      pageNumber: 1,
      title: 'Both',
      post: await postOf(get().read, both),
    };
    const settings = {
      live_filter: 'cur_post_section',
      limit: 2,
      custom_title: 'More from %s',
      ajax_pagination: 'next_prev',
    };
    const list = async (on: PageInfo, more: object = {}) =>
      load(block.settings.parse({ ...settings, ...more }), fakeLoadContext(testContent(get()), on));
    const first = present(await list(page));
    expect(first.cards.map(({ title }) => title)).toEqual(['Post 12', 'Post 10']);
    expect(first).toMatchObject({
      settings: { custom_title: 'More from Science' },
      section: { id: science, url: '/category/science/' },
    });
    const { atts, found_posts: found } = first.state;
    expect(found).toBe(7);
    expect(atts).toMatchObject({
      custom_title: 'More from Science',
      live_filter: 'cur_post_section',
      live_filter_cur_post_id: both,
    });
    // Like the request for another page, which is sent without the page's context.
    const second = present(
      await list({ ...homePage, blockPage: { blockId: 'tdi_test', page: 2, filter: '' } }, atts),
    );
    expect([second.cards.map(({ title }) => title), second.settings.custom_title]).toEqual([
      ['Post 8', 'Post 6'],
      'More from Science',
    ]);
    await get().write((tx) => deletePost(tx, both));
  });

  test('several categories are listed together, each post once', async () => {
    const both = await get().write((tx) =>
      createPost(tx, { title: 'Post 14', status: 'publish', publishedAt: 2000, termIds: [physics, culture] }),
    );
    const page: PageInfo = {
      kind: 'single',
      path: '/both/',
      pageNumber: 1,
      title: 'Both',
      post: await postOf(get().read, both),
    };
    expect(await titlesOf({ live_filter: 'cur_post_same_categories', limit: 4 }, page)).toEqual([
      13, 12, 11, 10,
    ]);
    expect(await listPostsOfAny(get().read, { termIds: [physics, culture], limit: 1 })).toEqual({
      ids: [both],
      total: 15,
    });
    expect(await listPostsOfAny(get().read, { termIds: [physics, culture], limit: 5, offset: 100 })).toEqual({
      ids: [],
      total: 15,
    });
    expect(
      (await listPostsOfAny(get().read, { termIds: [physics, culture], excludeIds: [both], limit: 1 })).total,
    ).toBe(14);
    await get().write((tx) => deletePost(tx, both));
  });

  test('related posts share a category with the post, exclude it, and come in pages of 6', async () => {
    const page = await pageOf(12);
    const settings = relatedBlock.settings.parse({ limit: 4 });
    const first = present(await loadRelated(settings, fakeLoadContext(testContent(get()), page)));
    expect(first.cards.map(({ title }) => title)).toEqual(['Post 10', 'Post 8', 'Post 6', 'Post 4']);
    expect(first.state).toMatchObject({
      block_type: 'td_block_related_posts',
      td_current_page: 1,
      found_posts: 6,
      max_num_pages: 2,
      atts: { live_filter_cur_post_id: idOf(12) },
    });
    const second = present(
      await loadRelated(
        settings,
        fakeLoadContext(testContent(get()), {
          ...page,
          blockPage: { blockId: 'tdi_test', page: 2, filter: '' },
        }),
      ),
    );
    expect(second.cards.map(({ title }) => title)).toEqual(['Post 2', 'Post 0']);
    const asTheSiteSays = present(
      await loadRelated(relatedBlock.settings.parse({}), fakeLoadContext(testContent(get()), page)),
    );
    expect(asTheSiteSays.state).toMatchObject({
      td_column_number: 3,
      post_count: 6,
      atts: { limit: 6, td_column_number: 3, live_filter: 'cur_post_same_categories' },
    });
  });

  test('[BLK-33] past its end a list links back to its last page, however far past it is', async () => {
    for (const page of [4, 99, 99_999, 999_999_999]) {
      for (const ajax_pagination of ['next_prev', 'numbered', 'load_more']) {
        const { cards, state } = present(
          await load(block.settings.parse({ limit: 5, ajax_pagination }), atPage(get(), page)),
        );
        expect([page, cards.length, state.td_current_page, state.max_num_pages]).toEqual([page, 0, 4, 3]);
      }
    }
  });

  test('[TRD-08] the pages of a random list contain every post once', async () => {
    const atts = { sort: 'random_posts', limit: 5, ajax_pagination: 'load_more' };
    const first = present(await load(block.settings.parse(atts), atPage(get(), 1)));
    const seed = first.state.atts.random_seed;
    expect(seed).toBeGreaterThan(0);
    const drawn = block.settings.parse({ ...atts, random_seed: seed });
    const others = await Promise.all(
      [2, 3].map(async (page) => present(await load(drawn, atPage(get(), page)))),
    );
    const all = [first, ...others].flatMap(({ cards }) => cards.map(({ id }) => id));
    expect(all).toHaveLength(14);
    expect(new Set(all).size).toBe(14);
    const onward = { ...homePage, blockPage: { blockId: 'tdi_test', page: 2, filter: '', seed: first.seed } };
    const linked = present(
      await load(block.settings.parse(atts), fakeLoadContext(testContent(get()), onward)),
    );
    expect(linked.cards).toEqual(others[0]?.cards);
    const filtered = block.settings.parse({
      limit: 5,
      ajax_pagination: 'next_prev',
      td_ajax_filter_type: 'td_popularity_filter_fa',
    });
    expect(present(await load(filtered, atPage(get(), 1))).state.atts.random_seed).toBeGreaterThan(0);
    const orders = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (random_seed) => (await titlesOf({ ...atts, random_seed })).join()),
    );
    expect(new Set(orders).size).toBeGreaterThan(1);
  });

  test('declares the lists that it depends on', async () => {
    const context = fakeLoadContext(testContent(get()));
    await load(block.settings.parse({ category_id: physics }), context);
    expect(context.tags.get(`list:term:${physics}`)).toBe('secondary');
    expect(context.tags.has('list:post')).toBe(false);
    const all = fakeLoadContext(testContent(get()));
    await load(block.settings.parse({ time_ago_add_txt: 'ago' }), all);
    expect(all.tags.get('list:post')).toBe('secondary');
    expect(all.expiry()).toBeLessThanOrEqual(3_600_000);
  });

  test('relative dates use the site’s wording, or the list’s own, and by default dates are absolute', async () => {
    const wordOf = async (atts: object) => {
      const context = fakeLoadContext(testContent(get()));
      const { settings, state } = present(
        await load(block.settings.parse({ ajax_pagination: 'next_prev', ...atts }), context),
      );
      expect(state.atts.time_ago_add_txt).toBe(settings.time_ago_add_txt);
      return [settings.time_ago_add_txt, context.tags.has('setting:time_ago_add_txt')];
    };
    expect(await wordOf({})).toEqual(['', false]);
    expect(await wordOf({ time_ago: true })).toEqual(['ago', true]);
    expect(await wordOf({ time_ago: true, time_ago_add_txt: 'earlier' })).toEqual(['earlier', false]);
  });

  test('[BLK-06] the number of pages is the number of posts divided by the limit, rounded up', async () => {
    const settings = block.settings.parse({
      limit: 6,
      ajax_pagination: 'next_prev',
      post_ids: `-${idOf(0)}`,
    });
    const data = present(await load(settings, fakeLoadContext(testContent(get()))));
    expect(data.state).toMatchObject({ found_posts: 13, max_num_pages: 3 });
  });
});
