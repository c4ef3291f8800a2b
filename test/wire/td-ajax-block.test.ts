import { afterAll, beforeAll, expect, test } from 'vitest';
import { magicPurpose, magicText } from '../../src/blocks/post-list/magic-token.ts';
import { blockTypes } from '../../src/blocks/registry.server.ts';
import { createPost, deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import type { Signer } from '../../src/lib/keys.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface BlockReply {
  readonly td_data: string;
  readonly td_block_id: string;
  readonly td_hide_prev: boolean;
  readonly td_hide_next: boolean;
}

const titles = (html: string) =>
  [...html.matchAll(/class="card-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title ?? '');
/** States of the lists of a page, by block id. */
const statesOf = (html: string) =>
  new Map(
    [...html.matchAll(/id="(tdi_\w+)"[^>]*? data-block-type="[^"]*" data-state="([^"]*)"/g)].map(
      ([, id = '', text = '']) => [
        id,
        JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Record<string, unknown> & {
          atts: Record<string, unknown>;
        },
      ],
    ),
  );

onDrawnDatabase('td_ajax_block on the wire', (_get, place) => {
  let site: ServedSite;
  let signer: Signer;
  const ids: number[] = [];
  const at = { science: 0, physics: 0, culture: 0, author: 0, draft: 0, secret: 0 };
  const sign = (type: string, atts: object) =>
    signer.sign(magicPurpose, magicText(type, JSON.stringify(atts)));
  const fieldsOf = (
    atts: object,
    {
      type = 'td_block_1',
      page = 1,
      ...more
    }: Record<string, string | number> & { type?: string; page?: number } = {},
  ) => ({
    action: 'td_ajax_block',
    td_atts: JSON.stringify(atts),
    td_block_id: 'tdi_1',
    td_column_number: '3',
    td_current_page: String(page),
    block_type: type,
    td_filter_value: '',
    td_user_action: 'next',
    td_magic_token: sign(type, atts),
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])),
  });
  const call = async (atts: object, more: Parameters<typeof fieldsOf>[1] = {}): Promise<BlockReply> => {
    const reply = await ajax(site.url, fieldsOf(atts, more));
    expect([reply.status, reply.headers['content-type']], reply.body.slice(0, 200)).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    return JSON.parse(reply.body) as BlockReply;
  };
  const listed = async (atts: object, more: Parameters<typeof fieldsOf>[1] = {}) =>
    titles((await call(atts, more)).td_data);

  beforeAll(async () => {
    site = await serveSite(place());
    signer = createSigner(loadSecret(place().dataDir));
    await site.database.write(async (tx) => {
      at.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      at.physics = await makeTerm(tx, { name: 'Physics', slug: 'physics', parentId: at.science });
      at.culture = await makeTerm(tx, { name: 'Culture', slug: 'culture' });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Deep sea', slug: 'deep-sea' });
      at.author = await makeUser(tx);
      // 0 to 12, oldest first: even ones in physics, odd ones in culture, every fourth tagged and by the author.
      for (let n = 0; n < 13; n++) {
        ids.push(
          await makePost(tx, {
            title: `Post ${n}`,
            slug: `post-${n}`,
            authorId: n % 4 === 0 ? at.author : 0,
            termIds: [n % 2 === 0 ? at.physics : at.culture, ...(n % 4 === 0 ? [tag] : [])],
          }),
        );
      }
      at.draft = await createPost(tx, { title: 'Zyxdraft', status: 'draft', termIds: [at.physics] });
      at.secret = await createPost(tx, {
        title: 'Zyxsecret',
        status: 'publish',
        password: 'word',
        publishedAt: Date.now(),
        termIds: [at.physics],
      });
      await createPost(tx, {
        title: 'Zyxprivate',
        status: 'private',
        publishedAt: Date.now(),
        termIds: [at.physics],
      });
      await makePost(tx, {
        type: 'page',
        title: 'Lists',
        slug: 'lists',
        content:
          ['next_prev', 'load_more', 'numbered', 'infinite', '']
            .map(
              (mode) =>
                `<!-- wp:broadsheet/post-list {"limit":6,"ajax_pagination":"${mode}","custom_title":"My list"} /-->`,
            )
            .join('') +
          '<!-- wp:broadsheet/post-list {"limit":4,"ajax_pagination":"next_prev","td_ajax_filter_type":"td_category_ids_filter"} /-->' +
          '<!-- wp:broadsheet/slide {"limit":3,"ajax_pagination":"next_prev"} /-->',
      });
    });
  });
  afterAll(() => site.close());

  test('[AJAX-04] [AJAX-07] [BLK-24] [BLK-25] [ROLE-05] a call sends the page’s data; the reply has four keys, encoded once', async () => {
    const { body } = await rawRequest(site.url, '/lists/');
    const [[id, state] = ['', undefined]] = [...statesOf(body)];
    expect(state).toMatchObject({
      td_column_number: 3,
      td_current_page: 1,
      post_count: 6,
      found_posts: 13,
      max_num_pages: 3,
      td_filter_value: '',
      td_user_action: '',
      header_color: '',
      ajax_pagination_infinite_stop: 0,
      is_ajax_running: false,
    });
    const fields = {
      action: 'td_ajax_block',
      td_atts: JSON.stringify(state?.atts),
      td_block_id: id,
      td_column_number: String(state?.td_column_number),
      td_current_page: '1',
      block_type: String(state?.block_type),
      td_filter_value: '',
      td_user_action: 'next',
      td_magic_token: String(state?.td_magic_token),
    };
    expect(fields.td_magic_token).toHaveLength(32);
    const reply = JSON.parse((await ajax(site.url, fields)).body) as BlockReply;
    expect(Object.keys(reply).toSorted()).toEqual(['td_block_id', 'td_data', 'td_hide_next', 'td_hide_prev']);
    expect([reply.td_block_id, reply.td_hide_prev, reply.td_hide_next]).toEqual([id, true, false]);
    // The same loader and view as the page.
    expect(body).toContain(reply.td_data.replace(/^<style>.*?<\/style>/s, '').replace(/<script.*$/s, ''));
    const last = JSON.parse((await ajax(site.url, { ...fields, td_current_page: '3' })).body) as BlockReply;
    expect([titles(last.td_data), last.td_hide_prev, last.td_hide_next]).toEqual([['Post 0'], false, true]);
  });

  test('[BLK-07] every block of a page has its own id; [BLK-12] its heading; [BLK-14] each mode its paging', async () => {
    const { body } = await rawRequest(site.url, '/lists/');
    expect([...statesOf(body).keys()].length).toBe(7);
    expect(body.match(/<h2 class="section-title">My list<\/h2>/g)).toHaveLength(5);
    for (const mark of ['class="step-pager"', 'class="load-more"', 'class="pager"'])
      expect(body).toContain(mark);
    expect(body.match(/class="load-more"/g)).toHaveLength(2);
  });

  test('[BLK-01] [BLK-05] without scripts, paging and filters are links to matching pages', async () => {
    const { body } = await rawRequest(site.url, '/lists/');
    const [first] = statesOf(body).keys();
    const next =
      new RegExp(`href="(/lists/\\?td_block=${first}&amp;td_page=2)#${first}"`)
        .exec(body)?.[1]
        ?.replace('&amp;', '&') ?? '';
    const second = (await rawRequest(site.url, next)).body;
    expect(titles(second).slice(0, 6)).toEqual(['Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1']);
    expect(second).toContain('<meta name="robots" content="noindex, follow"');
    const filter = new RegExp(
      `href="(/lists/\\?td_block=(tdi_\\w+)&amp;td_filter_value=${at.culture})#`,
    ).exec(body);
    const filtered = (await rawRequest(site.url, filter?.[1]?.replace('&amp;', '&') ?? '')).body;
    expect(statesOf(filtered).get(filter?.[2] ?? '')).toMatchObject({
      td_filter_value: String(at.culture),
      found_posts: 6,
      max_num_pages: 2,
    });
    expect(filtered).toContain('<summary>Culture</summary>');
  });

  test('[BLK-10] [BLK-11] [BLK-13] [BLK-09] limit, offset and columns', async () => {
    expect(await listed({ limit: 2 })).toEqual(['Post 12', 'Post 11']);
    expect(await listed({ limit: 2, offset: 1 })).toEqual(['Post 11', 'Post 10']);
    expect((await call({ limit: 4 }, { td_column_number: 1 })).td_data).toContain('columns-1');
    expect((await call({ limit: 4 }, { td_column_number: 4 })).td_data).toContain('columns-4');
  });

  test('[BLK-15] [BLK-16] [BLK-03] [BLK-04] live filters: the categories or the author of a post, without it', async () => {
    const same = { live_filter: 'cur_post_same_categories', live_filter_cur_post_id: ids[12], limit: 4 };
    expect(await listed(same)).toEqual(['Post 10', 'Post 8', 'Post 6', 'Post 4']);
    expect(await listed(same, { page: 2 })).toEqual(['Post 2', 'Post 0']);
    expect(
      await listed({
        live_filter: 'cur_post_same_author',
        live_filter_cur_post_id: ids[8],
        live_filter_cur_post_author: at.author,
        limit: 9,
      }),
    ).toEqual(['Post 12', 'Post 4', 'Post 0']);
    await expect
      .poll(async () => (await rawRequest(site.url, '/post-12/')).body)
      .toContain('jp-relatedposts-post0'); // ranked in the background
    const article = (await rawRequest(site.url, '/post-12/')).body;
    const related = [...statesOf(article).values()].find(
      ({ block_type: type }) => type === 'td_block_related_posts',
    );
    // Three of the other six are listed above it as related.
    expect(related).toMatchObject({
      found_posts: 3,
      atts: {
        live_filter: 'cur_post_section',
        live_filter_cur_post_id: ids[12],
        live_filter_cur_post_author: at.author,
        limit: 6,
        td_column_number: 3,
      },
    });
    // In addition to these, the previous post.
    expect(related?.atts.post_ids).toMatch(/^-13(?:,-\d+){4}$/);
  });

  test('[BLK-17] [BLK-21] categories, tags and a chosen filter', async () => {
    expect(await listed({ category_id: at.science, limit: 3 })).toEqual(['Post 12', 'Post 10', 'Post 8']);
    expect(await listed({ category_id: String(at.culture), limit: 2 })).toEqual(['Post 11', 'Post 9']);
    expect(await listed({ tag_slug: 'deep-sea' })).toEqual(['Post 12', 'Post 8', 'Post 4', 'Post 0']);
    expect(await listed({ category_id: at.culture, tag_slug: 'deep-sea' })).toEqual([]);
    expect(
      await listed(
        { td_ajax_filter_type: 'td_category_ids_filter', limit: 2 },
        { td_filter_value: at.culture },
      ),
    ).toEqual(['Post 11', 'Post 9']);
    expect(
      await listed({ td_ajax_filter_type: 'td_tag_slug_filter', limit: 2 }, { td_filter_value: 'deep-sea' }),
    ).toEqual(['Post 12', 'Post 8']);
    expect(
      await listed({ td_ajax_filter_type: 'td_author_ids_filter', limit: 2 }, { td_filter_value: at.author }),
    ).toEqual(['Post 12', 'Post 8']);
    expect(
      await listed(
        { td_ajax_filter_type: 'td_popularity_filter_fa', limit: 2 },
        { td_filter_value: 'random_posts' },
      ),
    ).toHaveLength(2);
  });

  test('[IMP-17] orders, also together with several categories', async () => {
    const both = `${at.physics},${at.culture}`;
    expect(await listed({ category_id: both, limit: 3 })).toEqual(['Post 12', 'Post 11', 'Post 10']);
    expect(await listed({ category_id: both, sort: 'oldest_posts', limit: 3 })).toEqual([
      'Post 0',
      'Post 1',
      'Post 2',
    ]);
    expect(await listed({ sort: 'alphabetical_order', limit: 4 })).toEqual([
      'Post 0',
      'Post 1',
      'Post 10',
      'Post 11',
    ]);
    await site.database.write(async (tx) => {
      await tx.db
        .updateTable('post')
        .set({ comment_count: 9 })
        .where('id', '=', ids[3] ?? 0)
        .execute();
      await tx.db
        .updateTable('post')
        .set({ comment_count: 5, view_count: 7 })
        .where('id', '=', ids[4] ?? 0)
        .execute();
    });
    expect(await listed({ category_id: both, sort: 'comment_count', limit: 2 })).toEqual([
      'Post 3',
      'Post 4',
    ]);
    expect(await listed({ category_id: both, sort: 'popular', limit: 1, author_id: at.author })).toEqual([
      'Post 4',
    ]);
    expect(await listed({ author_id: at.author, sort: 'oldest_posts', limit: 2 })).toEqual([
      'Post 0',
      'Post 4',
    ]);
    const live = {
      live_filter: 'cur_post_same_categories',
      live_filter_cur_post_id: ids[2],
      sort: 'comment_count',
      limit: 1,
    };
    expect(await listed(live)).toEqual(['Post 4']);
    expect((await call({ category_id: both, sort: 'popular', limit: 6 }, { page: 3 })).td_hide_next).toBe(
      true,
    );
  });

  test('[BLK-18] [TRD-08] random lists differ from call to call; with one seed their pages hold every post once', async () => {
    const orders = new Set<string>();
    for (let n = 0; n < 6; n++) {
      orders.add(
        (
          await ajax(site.url, {
            action: 'td_ajax_block',
            block_type: 'td_block_1',
            td_atts: '{"sort":"random_posts","limit":13}',
          })
        ).body,
      );
    }
    expect(orders.size).toBeGreaterThan(1);
    for (const order of orders)
      expect(titles((JSON.parse(order) as BlockReply).td_data).toSorted()).toEqual(
        ids.map((_, n) => `Post ${n}`).toSorted(),
      );
    for (const scope of [{}, { category_id: `${at.physics},${at.culture}` }]) {
      const pages = [];
      for (const page of [1, 2, 3])
        pages.push(
          ...(await listed({ sort: 'random_posts', random_seed: 77, limit: 5, ...scope }, { page })),
        );
      expect([pages.length, new Set(pages).size]).toEqual([13, 13]);
    }
  });

  test('[BLK-18] [TRD-02] a page’s token is valid for each of 32 draws only, and each response is cached', async () => {
    await site.database.write((tx) =>
      makePost(tx, {
        type: 'page',
        title: 'Chance',
        slug: 'chance',
        content:
          '<!-- wp:broadsheet/post-list {"limit":5,"sort":"random_posts","ajax_pagination":"load_more"} /-->',
      }),
    );
    const [[id = '', state] = []] = statesOf((await rawRequest(site.url, '/chance/')).body);
    if (!state) throw new Error('The page holds no list.');
    const { atts, td_magic_token: token, block_type: type } = state;
    const drawn = (change: object, fields: object = {}) =>
      ajax(site.url, {
        action: 'td_ajax_block',
        td_atts: JSON.stringify({ ...atts, ...change }),
        td_block_id: id,
        td_current_page: '1',
        block_type: String(type),
        td_magic_token: String(token),
        ...fields,
      });
    const orders = new Set<string>();
    for (let seed = 1; seed <= 32; seed++) {
      const reply = await drawn({ random_seed: seed });
      expect([seed, reply.status]).toEqual([seed, 200]);
      orders.add(titles((JSON.parse(reply.body) as BlockReply).td_data).join());
    }
    expect(orders.size).toBeGreaterThan(12);
    const before = site.database.queryCount();
    for (let seed = 1; seed <= 32; seed++) await drawn({ random_seed: seed });
    expect(site.database.queryCount()).toBe(before);
    for (const change of [
      { random_seed: 33 },
      { random_seed: 1.5 },
      { random_seed: -1 },
      { random_seed: '7' },
      { limit: 6 },
      { random_seed: 2, limit: 6 },
    ]) {
      expect([change, (await drawn(change)).status]).toEqual([change, 403]);
    }
    // A hand-picked order is kept.
    expect(
      (
        await ajax(site.url, {
          ...fieldsOf({ sort: 'random_posts', random_seed: 7 }),
          td_atts: '{"sort":"random_posts","random_seed":8}',
        })
      ).status,
    ).toBe(403);
  });

  test('[BLK-19] post_ids restricts, a negative id leaves out', async () => {
    expect(await listed({ post_ids: `${ids[3]},${ids[4]}` })).toEqual(['Post 3', 'Post 4']);
    expect(await listed({ post_ids: `-${ids[12]}`, limit: 2 })).toEqual(['Post 11', 'Post 10']);
  });

  test('[BLK-22] the word of relative dates', async () => {
    expect((await call({ time_ago_add_txt: 'ago', limit: 1 })).td_data).toMatch(
      /<time [^>]*>\d+ \w+ ago<\/time>/,
    );
    expect((await call({ time_ago_add_txt: 'earlier', limit: 1 })).td_data).toMatch(
      /<time [^>]*>\d+ \w+ earlier<\/time>/,
    );
  });

  test('[BLK-06] 13 posts in pages of 6 are 3 pages', async () => {
    expect((await call({ limit: 6 }, { page: 2 })).td_hide_next).toBe(false);
    expect((await call({ limit: 6 }, { page: 3 })).td_hide_next).toBe(true);
    expect((await call({ limit: 6 })).td_data).toContain('data-pages="3"');
  });

  test('[AJAX-08] a wrong token is refused; unknown types, broken settings and pages beyond the last are empty', async () => {
    const refused = await ajax(site.url, { ...fieldsOf({ limit: 2 }), td_magic_token: 'x'.repeat(32) });
    expect([refused.status, (JSON.parse(refused.body) as { code: string }).code]).toEqual([
      403,
      'invalid_magic_token',
    ]);
    expect((await ajax(site.url, { ...fieldsOf({ limit: 2 }), td_atts: '{"limit":3}' })).status).toBe(403);
    expect((await ajax(site.url, { ...fieldsOf({ limit: 2 }), block_type: 'td_block_2' })).status).toBe(403);
    const empty = { td_data: '', td_block_id: 'tdi_1', td_hide_prev: true, td_hide_next: true };
    expect(await call({}, { type: 'td_block_99' })).toEqual(empty);
    expect(await call({}, { type: 'constructor' })).toEqual(empty);
    for (const atts of ['{{', '5', 'null', '[1]', '"x"', '['.repeat(20_000)]) {
      const reply = await ajax(site.url, {
        action: 'td_ajax_block',
        block_type: 'td_block_1',
        td_block_id: 'tdi_1',
        td_atts: atts,
      });
      expect([reply.status, JSON.parse(reply.body)], atts.slice(0, 20)).toEqual([200, empty]);
    }
    for (const page of [4, 1e6, '9'.repeat(15)])
      expect(await call({ limit: 6 }, { td_current_page: page })).toEqual({ ...empty, td_hide_prev: false });
  });

  test('hostile values: limits are held, nothing hidden is shown, nothing breaks', async () => {
    expect(await listed({ limit: 1e9 })).toHaveLength(13);
    for (const atts of [
      { limit: -5 },
      { limit: 'many' },
      { limit: null },
      { limit: 1e300 },
      { offset: -3, limit: 1 },
      { offset: 1e12 },
      { sort: '__proto__' },
      { sort: {} },
      { category_id: 'x; drop table post' },
      { post_ids: "1' or 1=1" },
      { author_id: -1 },
    ]) {
      const { td_data: html } = await call(atts);
      expect(html, JSON.stringify(atts)).not.toContain('Zyx');
      expect(titles(html).length).toBeLessThanOrEqual(13);
    }
    for (const page of [-1, 0, 'x', '1e9', '0x10', '%00'])
      expect((await call({ limit: 1 }, { td_current_page: page })).td_hide_prev, String(page)).toBe(true);
    // Null bytes, which PostgreSQL refuses, are ignored.
    const tagged = await listed({ tag_slug: 'deep-sea' });
    expect(
      await listed({ td_ajax_filter_type: 'td_tag_slug_filter' }, { td_filter_value: 'deep\0-sea' }),
    ).toEqual(tagged);
    expect(await listed({ tag_slug: '\0deep-sea' })).toEqual(tagged);
    for (const atts of [
      { post_type: 'a\0b' },
      { td_ajax_filter_type: 'td_tag_slug_filter', td_ajax_filter_ids: 'a\0b,c' },
    ]) {
      for (const td_magic_token of [undefined, ''])
        await call(atts, td_magic_token === undefined ? {} : { td_magic_token });
    }
    const { draft, secret } = at;
    expect(await listed({ post_ids: `${draft},${secret},999999` })).toEqual([]);
    expect(await listed({ live_filter: 'cur_post_same_categories', live_filter_cur_post_id: draft })).toEqual(
      [],
    );
    expect(
      (await call({ custom_title: '<script>x</script>' }, { td_block_id: '"><script>' })).td_block_id,
    ).toBe('script');
    expect((await ajax(site.url, { ...fieldsOf({}), td_atts: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    expect(
      (await ajax(site.url, { ...fieldsOf({}), td_filter_value: 'x'.repeat(60_000), td_magic_token: '' }))
        .status,
    ).toBe(200);
  });

  test('signed responses are cached until one of their lists changes, unsigned ones never; invalid pages leave no entries', async () => {
    const renders = () => site.app.cache.stats().renders;
    await call({ limit: 3 });
    const before = renders();
    await call({ limit: 3 }, { td_user_action: 'back' });
    expect(renders()).toBe(before);
    const added = await site.database.write((tx) =>
      makePost(tx, { title: 'Post 13', termIds: [at.physics] }),
    );
    await expect.poll(async () => (await listed({ limit: 3 }))[0]).toBe('Post 13');
    await site.database.write((tx) => updatePost(tx, added, { status: 'draft' }));
    expect((await listed({ limit: 3 }))[0]).toBe('Post 12');
    await site.database.write((tx) => deletePost(tx, added));
    const { entries } = site.app.cache.stats();
    for (let page = 100; page < 130; page++) await call({ limit: 3 }, { page });
    for (let n = 0; n < 5; n++) {
      const reply = await ajax(site.url, { ...fieldsOf({ limit: 3, n }), td_magic_token: '' });
      expect([
        reply.status,
        reply.headers['cache-control'],
        titles((JSON.parse(reply.body) as BlockReply).td_data).length,
      ]).toEqual([200, 'no-store', 3]);
    }
    expect(site.app.cache.stats().entries).toBe(entries);
  });

  test.each([
    'td_block_1',
    'td_block_2',
    'td_block_3',
    'td_block_4',
    'td_block_5',
    'td_block_6',
    'td_block_7',
    'td_block_8',
    'td_block_slide',
    'td_block_big_grid_1',
    'td_block_big_grid_2',
    'td_block_big_grid_3',
    'td_block_big_grid_4',
    'td_block_related_posts',
    'td_block_trending',
    'td_block_more_from_author',
    'td_block_more_from_category',
  ])('%s answers', async (type) => {
    const { td_data: html } = await call(
      { live_filter: '', live_filter_cur_post_id: ids[12], live_filter_cur_post_author: at.author },
      { type },
    );
    expect(titles(html).length).toBeGreaterThan(2);
  });

  test(
    '[AJAX-04] every block type answers 200 to settings that lead nowhere: nothing at all, a category that is not ' +
      'there, values of other kinds',
    async () => {
      const odd = [
        {},
        { category_id: 999_999, ajax_pagination: 'next_prev' },
        { category_id: at.draft },
        { category_id: [], limit: {}, offset: 'x', sort: null, post_ids: '-', td_filter_value: -1 },
      ];
      for (const type of blockTypes) {
        for (const atts of odd) {
          for (const page of [1, 2, 10_000]) {
            expect(await call(atts, { type, page }), `${type} ${JSON.stringify(atts)} ${page}`).toMatchObject(
              { td_block_id: 'tdi_1', td_data: expect.any(String) as string },
            );
          }
        }
      }
      expect(await call({}, { type: 'td_block_mega_menu' })).toEqual({
        td_data: '',
        td_block_id: 'tdi_1',
        td_hide_prev: true,
        td_hide_next: true,
      });
    },
  );

  test('[DATE-03] the wordings of its controls can be translated', async () => {
    await site.database.write((tx) =>
      saveSettings(tx, { translation_load_more: 'Mehr laden', translation_next: 'Weiter' }),
    );
    const { body } = await rawRequest(site.url, '/lists/');
    expect(body).toContain('rel="next">Mehr laden</a>');
    expect(body).toContain('aria-label="Weiter"');
  });

  test('unsigned calls are limited by address, and by account for logged-in users', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 600 && !statuses.has(429); n++) {
      statuses.add(
        (await ajax(site.url, { action: 'td_ajax_block', block_type: 'td_block_1', td_atts: '{"limit":1}' }))
          .status,
      );
    }
    expect([...statuses].at(-1)).toBe(429);
    // A colleague behind the same address.
    const { cookie } = await site.signIn(
      await site.database.write((tx) => makeUser(tx, { roles: ['subscriber'] })),
    );
    expect(
      (
        await ajax(
          site.url,
          { action: 'td_ajax_block', block_type: 'td_block_1', td_atts: '{"limit":1}' },
          { cookie },
        )
      ).status,
    ).toBe(200);
    expect(await listed({ limit: 1 })).toHaveLength(1);
  });
});
