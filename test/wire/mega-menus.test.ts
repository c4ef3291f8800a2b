import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { deletePost, updatePost } from '../../src/modules/posts/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('mega menus on the wire', (_get, place) => {
  let site: ServedSite;
  const ids = { page: 0, draft: 0, secret: 0, draftPost: 0, science: 0, physics: 0, lone: 0 };
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const call = (fields: Record<string, string>) => ajax(site.url, fields);
  const contentOf = async (fields: Record<string, string>) => {
    const reply = await call(fields);
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const json = JSON.parse(reply.body) as { content: string };
    expect(Object.keys(json)).toEqual(['content']);
    return json.content;
  };
  const page = (pageId: number | string, more: Record<string, string> = {}) =>
    contentOf({ action: 'tdb_get_mm_page', pageId: String(pageId), ...more });
  const category = (id: number | string, atts?: string) =>
    contentOf({
      action: 'tdb_get_mm_cat',
      cat_mm_id: String(id),
      ...(atts === undefined ? {} : { td_block_atts: atts }),
    });
  const titles = (html: string) =>
    [...html.matchAll(/class="card-title"><a [^>]*>([^<]*)</g)].map(([, title]) => title);

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      ids.page = await makePost(tx, {
        type: 'page',
        title: 'Panel',
        slug: 'panel',
        content:
          '<!-- wp:paragraph --><p>Words of the panel.</p><!-- /wp:paragraph --><!-- wp:broadsheet/post-list {"limit":1} /-->',
      });
      ids.draft = await makePost(tx, {
        type: 'page',
        title: 'Zyxdraft',
        status: 'draft',
        content: 'Zyxdraft words',
      });
      ids.secret = await makePost(tx, {
        type: 'page',
        title: 'Zyxsecret',
        password: 'word',
        content: 'Zyxsecret words',
      });
      ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      ids.physics = await makeTerm(tx, { name: 'Physics', slug: 'physics', parentId: ids.science });
      ids.lone = await makeTerm(tx, { name: 'Lone', slug: 'lone' });
      for (let n = 1; n <= 7; n++) {
        await makePost(tx, { title: `Science ${n}`, termIds: [ids.science] });
        await makePost(tx, { title: `Physics ${n}`, termIds: [ids.physics] });
        await makePost(tx, { title: `Lone ${n}`, termIds: [ids.lone] });
      }
      ids.draftPost = await makePost(tx, { title: 'Zyxpost', status: 'draft', termIds: [ids.lone] });
      const menu = await createMenu(tx, { name: 'Main' });
      await replaceMenuItems(tx, menu, [
        {
          type: 'taxonomy',
          object: 'category',
          objectId: ids.science,
          megaKind: 'category',
          megaId: ids.science,
        },
        { type: 'taxonomy', object: 'category', objectId: ids.physics, parent: 0 },
        { label: 'Panel', url: '#', megaKind: 'page', megaId: ids.page },
        { label: 'Hidden', url: '/hidden/', megaKind: 'page', megaId: ids.draft },
        { label: 'Gone', url: '/gone/', megaKind: 'category', megaId: 999_999 },
      ]);
      await assignMenu(tx, 'primary', menu);
    });
  });
  afterAll(() => site.close());

  test('[AJAX-16] [AJAX-19] a published page has its content, with or without the names of the caller’s files; any other is empty', async () => {
    const whole = await page(ids.page);
    expect(whole).toContain('<p class="wp-block-paragraph">Words of the panel.</p>');
    expect(whole).toContain('Lone 7');
    expect(
      await page(ids.page, {
        td_res_context_registered_atts: '["broadsheet/post-list","broadsheet/mega-page"]',
      }),
    ).toContain('Lone 7');
    for (const atts of ['{{{', '5', '{"a":1}', '[[],{}]', '["nothing/known"]']) {
      expect(await page(ids.page, { td_res_context_registered_atts: atts })).toBe(whole);
    }
    for (const id of [
      ids.draft,
      ids.secret,
      ids.draftPost,
      0,
      -1,
      999_999,
      'x',
      '1e9',
      '9'.repeat(40),
      '',
      `${ids.page} or 1=1`,
    ]) {
      expect(await page(id), String(id)).toBe('');
    }
    expect(await contentOf({ action: 'tdb_get_mm_page' })).toBe('');
  });

  test('[AJAX-17] [MENU-08] [MENU-09] a category has five posts, or four next to its subcategories', async () => {
    expect(titles(await category(ids.lone))).toEqual(['Lone 7', 'Lone 6', 'Lone 5', 'Lone 4', 'Lone 3']);
    const science = await category(ids.science, '{}');
    expect(titles(science)).toHaveLength(4);
    expect(science).toContain(`data-mega-filter="${ids.physics}">Physics</a>`);
    expect(
      titles(
        await category(
          ids.science,
          JSON.stringify({ td_filter_value: String(ids.physics), td_current_page: 1 }),
        ),
      ),
    ).toEqual(['Physics 7', 'Physics 6', 'Physics 5', 'Physics 4']);
    expect(titles(await category(ids.lone, '{"limit":2}'))).toHaveLength(2);
  });

  test('[BLK-38] another subcategory is requested like a page of a list: by the panel’s state, from page 1', async () => {
    const attribute = (html: string, name: string) =>
      new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const panel = await category(ids.science);
    const { atts, ...state } = JSON.parse(attribute(panel, 'state')) as Record<
      string,
      string | number | object
    >;
    expect(state).toMatchObject({
      block_type: 'td_block_mega_menu',
      td_filter_value: '',
      td_current_page: 1,
      post_count: 4,
      found_posts: 14,
      max_num_pages: 4,
    });
    const turn = async (more: Record<string, string>) => {
      const { body } = await call({
        action: 'td_ajax_block',
        td_atts: JSON.stringify(atts),
        td_block_id: attribute(panel, 'block-id'),
        block_type: String(state.block_type),
        td_magic_token: String(state.td_magic_token),
        td_column_number: '4',
        ...more,
      });
      const { td_data: html, ...reply } = JSON.parse(body) as { td_data: string };
      return { titles: titles(html), ...reply };
    };
    const block = { td_block_id: attribute(panel, 'block-id') };
    expect(await turn({ td_filter_value: String(ids.physics), td_current_page: '1' })).toEqual({
      ...block,
      titles: ['Physics 7', 'Physics 6', 'Physics 5', 'Physics 4'],
      td_hide_prev: true,
      td_hide_next: false,
    });
    expect(await turn({ td_filter_value: String(ids.physics), td_current_page: '2' })).toEqual({
      ...block,
      titles: ['Physics 3', 'Physics 2', 'Physics 1'],
      td_hide_prev: false,
      td_hide_next: true,
    });
    expect((await turn({ td_filter_value: String(ids.science), td_current_page: '1' })).titles).toEqual(
      titles(panel),
    );
    expect((await turn({ td_filter_value: String(ids.lone), td_current_page: '1' })).titles).toEqual(
      titles(panel),
    );
    expect((await turn({ td_filter_value: '', td_current_page: '99' })).titles).toEqual([]);
    expect(
      (
        await call({
          action: 'td_ajax_block',
          block_type: 'td_block_mega_menu',
          td_atts: '{}',
          td_magic_token: 'x',
        })
      ).status,
    ).toBe(403);
    expect(await category(ids.lone)).not.toContain('data-state');
  });

  test('[AJAX-18] both answers hold HTML in `content`', async () => {
    for (const content of [await page(ids.page), await category(ids.science)]) {
      expect(content).toEqual(expect.stringMatching(/<(?:p|ul|div|article)\b[^>]*>[\s\S]*<\/\w+>/));
    }
  });

  test('hostile values are ignored: no more posts than the limit, no posts of other categories, nothing hidden', async () => {
    const lone = await category(ids.lone);
    for (const atts of [
      '',
      'null',
      '[]',
      '"x"',
      '{{',
      `{"td_filter_value":${ids.science}}`,
      '{"limit":"many"}',
      '{"limit":-5e400}',
      '{"limit":null}',
      '{"__proto__":{"limit":1}}',
      `{"x":"${'y'.repeat(5000)}"}`,
    ]) {
      expect(await category(ids.lone, atts), atts).toBe(lone);
    }
    expect(titles(await category(ids.lone, '{"limit":1e9}'))).toHaveLength(7);
    for (const id of [0, -3, 999_999, 'x', '--> <script>', '1.5'])
      expect(await category(id), String(id)).toBe('');
    expect(
      (
        await call({
          action: 'tdb_get_mm_cat',
          cat_mm_id: String(ids.lone),
          td_block_atts: 'x'.repeat(1024 * 1024),
        })
      ).status,
    ).toBe(413);
  });

  test('equivalent calls share one cached response, until its content changes', async () => {
    const { entries } = site.app.cache.stats();
    for (let n = 0; n < 20; n++) await category(ids.lone, `{"limit":3,"noise":${n}}`);
    for (let n = 0; n < 20; n++) await page(999_000 + n);
    expect(site.app.cache.stats().entries - entries).toBeLessThan(25);
    const added = await write((tx) => makePost(tx, { title: 'Lone 8', termIds: [ids.lone] }));
    await expect.poll(async () => titles(await category(ids.lone))[0]).toBe('Lone 8'); // lists may be stale for a moment
    await write((tx) => deletePost(tx, added));
    expect(titles(await category(ids.lone))[0]).toBe('Lone 7');
    await write((tx) => updatePost(tx, ids.page, { status: 'draft' }));
    expect(await page(ids.page)).toBe('');
    await write((tx) => updatePost(tx, ids.page, { status: 'publish' }));
    expect(await page(ids.page)).toContain('Words of the panel');
  });

  test('the header has links until panels are fetched, and no panel of a hidden or deleted category', async () => {
    const { body } = await rawRequest(site.url, '/');
    const header = /<header[\s\S]*<\/header>/.exec(body)?.[0] ?? '';
    expect(
      [...header.matchAll(/data-mega="(\w+)" data-mega-id="(\d+)" data-lazy/g)].map(
        ([, kind, id]) => `${kind} ${id}`,
      ),
    ).toEqual([`category ${ids.science}`, `page ${ids.page}`]);
    expect(header).toContain(
      '<ul class="mega-links"><li><a href="/category/science/">All Science</a></li><li><a href="/category/science/physics/">Physics</a></li></ul></div></div>',
    );
    expect(header).toMatch(/<a href="\/hidden\/">Hidden<\/a><\/li>/);
    expect(header).not.toContain('Zyx');
  });

  test('[MENU-02] with late loading switched off the panels are in the page', async () => {
    await write((tx) => saveSettings(tx, { mega_menu_lazy_page: false, mega_menu_lazy_category: false }));
    const { body } = await rawRequest(site.url, '/');
    expect(body).not.toContain('data-lazy');
    expect(body).toMatch(
      /data-mega="page"[^>]*><div class="mega-content"><div class="mega-page">\s*<p class="wp-block-paragraph">Words of the panel/,
    );
    expect(body).toMatch(
      /data-mega="category"[^>]*><div class="mega-content"><div class="mega-category" data-block-id="\w+" data-state="/,
    );
    await write((tx) => saveSettings(tx, { mega_menu_lazy_page: true, mega_menu_lazy_category: true }));
  });
});
