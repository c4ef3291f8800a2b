import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignTemplateGlobally, clearTemplateAssignment } from '../../src/modules/templates/assign.ts';
import { findAssignments, findTemplate, listTemplates } from '../../src/modules/templates/reader.ts';
import { updateTemplate } from '../../src/modules/templates/writer.ts';
import { panelKinds } from '../../src/site/ajax/template-kinds.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { present } from '../harness/present.ts';
import {
  kindsWithGlobal,
  kindsWithItems,
  layoutMark,
  layoutMarkup,
  makeTemplateWorld,
} from '../harness/template-world.ts';
import type { TemplateWorld } from '../harness/template-world.ts';

interface Item {
  readonly template_id: number;
  readonly template_title: string;
  readonly is_current?: boolean;
  readonly is_global?: boolean;
  readonly cpt?: unknown;
  readonly mobile_template_id?: unknown;
  readonly mobile_template_title?: unknown;
  readonly template_url?: string;
}

const fieldsOf = (all: readonly Record<string, string | number>[]) => all;

onDrawnDatabase('calls of the template panels', (_get, place) => {
  let world: TemplateWorld;
  beforeAll(async () => {
    world = await makeTemplateWorld(place());
  });
  afterAll(() => world.close());
  const { call, template, get, page } = {
    call: (...sent: Parameters<TemplateWorld['call']>) => world.call(...sent),
    template: (input: Parameters<TemplateWorld['template']>[0]) => world.template(input),
    get: (...sent: Parameters<TemplateWorld['get']>) => world.get(...sent),
    page: (kind: string) => present(world.pages[kind]),
  };
  const listOf = async (type: string, fields: Record<string, string | number> = {}, phones = false) => {
    const { status, json } = await call(`tdb_get_${type}_${phones ? 'mobile_' : ''}templates`, {
      mobile_templates: '',
      ...fields,
    });
    expect([type, status, Array.isArray(json)]).toEqual([type, 200, true]);
    return json as Item[];
  };
  /** Fields that lists send for a page. */
  const sentFor = (type: string) => {
    const { item } = page(type);
    return type === 'attachment' || !item
      ? { [`${type}_id`]: Buffer.from(page(type).path).toString('base64') }
      : { [type === 'cpt_tax' ? 'data_id' : `${type}_id`]: item.id };
  };
  /** The template that lays a page out, by its content; undefined: another one. */
  const shownBy = async (path: string, title: string, status = 200, options = {}) => {
    const reply = await get(path, options);
    expect([path, reply.status]).toEqual([path, status]);
    return reply.body.includes(layoutMark(title));
  };
  const current = (items: readonly Item[]) =>
    items.filter((one) => one.is_current).map((one) => one.template_title);
  const global = (items: readonly Item[]) =>
    items.filter((one) => one.is_global).map((one) => one.template_title);

  test('[TPL-02] [TPL-03] [TPL-16] [TPL-19] [TPL-20] [AJAX-22] [AJAX-23] each of the fifteen kinds lists its own templates, for phones or not', async () => {
    for (const { name: type } of panelKinds) {
      const phones = await template({ type, title: `Narrow ${type}`, isMobile: true });
      const id = await template({ type, title: `List ${type}`, mobileTemplateId: phones });
      await template({ type, title: `Alone ${type}` });
      const items = await listOf(type, sentFor(type));
      expect(items.map((one) => one.template_title)).toEqual([`List ${type}`, `Alone ${type}`]);
      expect(items[0]).toMatchObject({
        template_id: id,
        is_current: false,
        is_global: false,
        mobile_template_id: phones,
        mobile_template_title: `Narrow ${type}`,
        cpt:
          new Map<string, unknown>([
            ['cpt', { label: 'Books', name: 'book' }],
            ['cpt_tax', { label: 'Genres', name: 'genre' }],
          ]).get(type) ?? '',
      });
      expect(items[1]).toMatchObject({ mobile_template_id: '', mobile_template_title: '' });
      expect(
        (await listOf(type, { ...sentFor(type), mobile_templates: '1' })).map((one) => one.template_title),
      ).toEqual([`Narrow ${type}`]);
    }
    expect((await call('tdb_get_home_templates')).status).toBe(400);
    for (const type of ['header', 'footer', 'post', '', 'cpt:book', '__proto__', 'single%00']) {
      expect([
        type,
        (await call(`tdb_get_${type}_templates`)).status,
        (await call(`tdb_get_${type}_mobile_templates`)).status,
      ]).toEqual([type, 400, 400]);
    }
  });

  test('[AJAX-24] [AJAX-25] [MTPL-09] [MTPL-10] [MTPL-11] templates for phones are listed with the one of the template in use', async () => {
    const [first, second] = [
      await template({ type: 'tag', title: 'Slim', isMobile: true }),
      await template({ type: 'tag', title: 'Slimmer', isMobile: true }),
    ];
    const wide = await template({ type: 'tag', title: 'Broad', mobileTemplateId: second });
    const { item } = page('tag');
    const marked = (items: readonly Item[]) =>
      items.filter((one) => 'is_current' in one).map((one) => one.template_id);
    expect(marked(await listOf('tag', { tag_id: present(item).id }, true))).toEqual([]);
    await call('tdb_assign_tag_template_to_tag', { template_id: wide, tag_id: present(item).id });
    const items = await listOf('tag', { tag_id: present(item).id, tdbLoadDataFromId: 7 }, true);
    expect(marked(items)).toEqual([second]);
    expect(items.find((one) => one.template_id === first)).toEqual({
      template_id: first,
      template_title: 'Slim',
      template_url: `${world.site.url}/wp-admin/site-editor.php?postType=wp_template&postId=${first}&tdbLoadDataFromId=7`,
    });
    expect(
      marked(await listOf('tag', { tag_id: present(page('tag').other).id, template_id: wide }, true)),
    ).toEqual([second]);
    for (const tdbLoadDataFromId of ['', 'x', '-1', '9'.repeat(40)])
      expect(marked(await listOf('tag', { tdbLoadDataFromId }, true))).toEqual([]);
    await call('tdb_assign_tag_template_to_tag', { template_id: '', tag_id: present(item).id });
  });

  test('[AJAX-24] [AJAX-26] [MTPL-14] the front page has templates for phones, too: created, listed, assigned, and removed', async () => {
    const wide = await template({ type: 'home', title: 'Front' });
    const fields = {
      template_id: wide,
      template_type: 'home',
      template_title: 'Front of phones',
      copyContent: '1',
    };
    const { json } = await call('tdb_create_mobile_template', fields);
    const { mobile_template_id: narrow } = json as { mobile_template_id: number };
    expect(await findTemplate(world.site.database.read, narrow)).toMatchObject({
      type: 'home',
      isMobile: true,
      title: 'Front of phones',
    });
    const listed = async (more: Record<string, string | number> = {}) =>
      (await listOf('home', more, true)).map((one) => [one.template_id, 'is_current' in one]);
    expect(await listed({ template_id: wide })).toEqual([[narrow, false]]);
    expect(
      (await call('tdb_set_mobile_template', { template_id: wide, mobile_template_id: narrow })).json,
    ).toEqual({ result: 1 });
    expect([await listed({ template_id: wide }), await listed()]).toEqual([
      [[narrow, true]],
      [[narrow, false]],
    ]);
    await world.site.database.write(async (tx) => assignTemplateGlobally(tx, 'home', wide));
    expect(await listed()).toEqual([[narrow, true]]);
    expect(
      (await call('tdb_set_mobile_template', { template_id: wide, mobile_template_id: '' })).json,
    ).toEqual({ result: 1 });
    expect(await listed()).toEqual([[narrow, false]]);
    expect(
      (
        await call('tdb_create_mobile_template', {
          ...fields,
          template_id: await template({ type: 'tag', title: 'Of a tag' }),
        })
      ).status,
    ).toBe(404);
    await world.site.database.write(async (tx) => clearTemplateAssignment(tx, 'home', 0));
  });

  test('[AJAX-26] [MTPL-14] [MTPL-15] a template for phones is blank, or a copy; an invalid name creates nothing', async () => {
    const source = await template({ type: 'author', title: 'Source' });
    const make = (fields: Record<string, string | number>) =>
      call('tdb_create_mobile_template', {
        template_id: source,
        template_type: 'author',
        template_title: 'Of phones',
        copyContent: '0',
        ...fields,
      });
    const made = async (fields: Record<string, string | number>) => {
      const { status, json } = await make(fields);
      expect([status, Object.keys(json as object)]).toEqual([200, ['mobile_template_id']]);
      return present(
        await findTemplate(
          world.site.database.read,
          (json as { mobile_template_id: number }).mobile_template_id,
        ),
      );
    };
    expect(await made({})).toMatchObject({ title: 'Of phones', type: 'author', isMobile: true, content: '' });
    const copy = await made({
      copyContent: '1',
      template_title: '  <b>Narrow</b> & <script>x</script>slim ',
    });
    expect(copy).toMatchObject({
      title: 'Narrow & slim',
      content: present(await findTemplate(world.site.database.read, source)).content,
    });
    expect((await listOf('author', {}, true)).map((one) => one.template_id)).toContain(copy.id);
    const before = (await listTemplates(world.site.database.read)).length;
    for (const fields of fieldsOf([
      { template_title: '' },
      { template_title: '   ' },
      { template_title: '<b></b>' },
      { template_title: '\u200b\u200e' },
      { template_title: '&#8203;' },
      { template_title: 'x'.repeat(201) },
      { template_title: 'a\0b' },
      { template_type: 'header' },
      { template_type: 'nope' },
      { template_type: '' },
      { template_type: 'tag' },
      { template_id: 999_999 },
      { template_id: 'x' },
      { template_id: '9'.repeat(30) },
      { template_id: '', copyContent: '1' },
      { template_type: 'page', page_id: 999_999, copyContent: '1' },
      { template_type: 'page', page_id: present(page('single').item).id, copyContent: '1' },
    ])) {
      const { status, json } = await make(fields);
      expect([fields, status === 400 || status === 404, json]).toEqual([
        fields,
        true,
        { error: expect.stringMatching(/./) },
      ]);
    }
    expect((await listTemplates(world.site.database.read)).length).toBe(before);
  });

  test.each(kindsWithItems)(
    '[AJAX-27] [AJAX-28] [AJAX-29] [AJAX-30] [AJAX-31] [AJAX-32] [AJAX-33] [AJAX-34] [AJAX-35] [TPL-17] ' +
      '$assign gives one item its template, an empty one the global',
    async ({ name: type, assign = '' }) => {
      const { path, item, other } = page(type);
      const { field, id } = present(item);
      const [own, all] = [
        await template({ type, title: `Own ${type}` }),
        await template({ type, title: `All ${type}` }),
      ];
      await call(present(kindsWithItems.find((one) => one.name === type)?.global), {
        template_id: all,
        ...page(type).global,
      });
      const given = await call(assign, { template_id: own, [field]: id }, { from: path });
      expect(given).toEqual({ status: 200, json: { reload: true, global_template_id: all } });
      expect(await call(assign, { template_id: own, [field]: id }, { from: path })).toEqual({
        status: 200,
        json: { global_template_id: all },
      });
      expect([await shownBy(path, `Own ${type}`), await shownBy(present(other).path, `All ${type}`)]).toEqual(
        [true, true],
      );
      expect(current(await listOf(type, sentFor(type)))).toEqual([`Own ${type}`]);
      expect(current(await listOf(type, { [field]: present(other).id }))).toEqual([]);
      // Another page is in view: that stays unchanged.
      expect(
        (await call(assign, { template_id: '', [field]: id }, { from: present(other).path })).json,
      ).toEqual({ global_template_id: all });
      expect([await shownBy(path, `Own ${type}`), await shownBy(path, `All ${type}`)]).toEqual([false, true]);
      // Without a page in view the reply depends on whether the item's template changed.
      expect((await call(assign, { template_id: all, [field]: id })).json).toEqual({
        global_template_id: all,
      });
      expect((await call(assign, { template_id: own, [field]: id })).json).toEqual({
        reload: true,
        global_template_id: all,
      });
      await call(assign, { template_id: '', [field]: id });
    },
  );

  test.each(kindsWithGlobal)(
    '[AJAX-36] [AJAX-37] [AJAX-38] [AJAX-39] [AJAX-40] [AJAX-41] [AJAX-42] [AJAX-43] [AJAX-44] [AJAX-45] [AJAX-46] [AJAX-47] [AJAX-48] [AJAX-49] [AJAX-50] ' +
      '[TPL-18] [TPL-22] $global makes one template that of all, in the place of the one before; empty: none',
    async ({ name: type, global: action = '' }) => {
      const { path, status, other, global: more = {} } = page(type);
      const [a, b] = [
        await template({ type, title: `A of ${type}` }),
        await template({ type, title: `B of ${type}` }),
      ];
      await call(action, { template_id: '', ...more });
      expect(await call(action, { template_id: a, ...more }, { from: path })).toEqual({
        status: 200,
        json: { reload: true, global_template_id: a },
      });
      expect(await shownBy(path, `A of ${type}`, status)).toBe(true);
      expect(await call(action, { template_id: b, ...more }, { from: path })).toEqual({
        status: 200,
        json: { reload: true, global_template_id: b },
      });
      for (const shown of [path, ...(other ? [other.path] : [])]) {
        expect([
          await shownBy(shown, `A of ${type}`, status),
          await shownBy(shown, `B of ${type}`, status),
        ]).toEqual([false, true]);
      }
      expect(global(await listOf(type, sentFor(type)))).toEqual([`B of ${type}`]);
      // Pages without an id use the template of their kind.
      expect(current(await listOf(type, sentFor(type)))).toEqual(
        kindsWithItems.some((one) => one.name === type) ? [] : [`B of ${type}`],
      );
      expect((await call(action, { template_id: a, ...more }, { from: '/' })).json).toEqual({
        global_template_id: a,
      });
      expect(await call(action, { template_id: '', ...more }, { from: path })).toEqual({
        status: 200,
        json: { reload: true, global_template_id: '' },
      });
      expect([
        await shownBy(path, `A of ${type}`, status),
        await shownBy(path, `B of ${type}`, status),
      ]).toEqual([false, false]);
    },
  );

  test('[AJAX-49] [AJAX-50] [AJAX-51] [AJAX-52] [AJAX-53] custom types: items, archive and searches have a template each', async () => {
    const { id } = present(page('cpt').item);
    const names = {
      single: 'Book',
      archive: 'Shelf',
      search: 'Book search',
      tax: 'Genre',
      all: 'Any search',
    };
    const [single, archive, search, tax, all] = [
      await template({ type: 'cpt', title: names.single }),
      await template({ type: 'cpt_tax', title: names.archive }),
      await template({ type: 'search', title: names.search }),
      await template({ type: 'cpt_tax', title: names.tax }),
      await template({ type: 'search', title: names.all }),
    ];
    const extra = { cpt_tax_id: 999_999, data_id: 'x', cpt_id: id, unknown: 'y'.repeat(5000) };
    const set = async (action: string, fields: Record<string, string | number>) => {
      const { status, json } = await call(action, fields);
      expect([fields, status, (json as { global_template_id: number }).global_template_id]).toEqual([
        fields,
        200,
        fields['template_id'],
      ]);
    };
    await set('tdb_assign_cpt_template_global', { template_id: single, option: 'single_tpl', ...extra });
    await set('tdb_assign_cpt_template_global', {
      template_id: archive,
      cpt: 'book',
      option: 'archive_tpl',
      ...extra,
    });
    await set('tdb_assign_cpt_template_global', {
      template_id: search,
      cpt: 'book',
      option: 'search_tpl',
      ...extra,
    });
    await set('tdb_assign_cpt_tax_template_global', {
      template_id: tax,
      cpt_tax_id: present(page('cpt_tax').item).id,
      cpt_id: 999_999,
      cpt: 'x',
    });
    await set('tdb_assign_search_template_global', { template_id: all, cpt_id: 5 });
    const shown = async (path: string) => {
      const { body } = await get(path);
      return Object.values(names).filter((name) => body.includes(layoutMark(name)));
    };
    expect([
      await shown('/book/book-one/'),
      await shown('/book/'),
      await shown('/?s=text&post_type=book'),
      await shown('/genre/g-one/'),
    ]).toEqual([[names.single], [names.archive], [names.search], [names.tax]]);
    const others = ['/game/game-one/', '/game/', '/?s=text&post_type=game', '/?s=text', '/mood/m-one/'];
    expect(await Promise.all(others.map(shown))).toEqual([[], [], [names.all], [names.all], []]);
    const ofSearch = await listOf('search', { search_id: 'aHR0cA==', cpt: 'book', option: 'search_tpl' });
    expect([current(ofSearch), global(ofSearch)]).toEqual([[names.search], [names.all]]);
    expect(current(await listOf('cpt_tax', { cpt: 'book', option: 'archive_tpl' }))).toEqual([names.archive]);
    for (const fields of fieldsOf([
      {},
      { cpt: 'post', option: 'archive_tpl' },
      { cpt: 'product', option: 'search_tpl' },
      { cpt: 'nothing_such', option: 'archive_tpl' },
      { cpt: 'book', option: 'nope' },
      { cpt: '__proto__', option: 'archive_tpl' },
      { cpt: 'bo\0ok', option: 'archive_tpl' },
      { cpt_id: 999_999 },
      { cpt_id: present(page('single').item).id, option: 'single_tpl' },
      { cpt: 'x'.repeat(20_000), option: 'archive_tpl' },
    ])) {
      const { status, json } = await call('tdb_assign_cpt_template_global', {
        template_id: single,
        ...fields,
      });
      expect([fields, status === 400 || status === 404, json]).toEqual([
        fields,
        true,
        { error: expect.stringMatching(/./) },
      ]);
    }
    for (const option of ['archive_tpl', 'search_tpl'])
      await set('tdb_assign_cpt_template_global', { template_id: '', cpt: 'book', option });
    await call('tdb_assign_search_template_global', { template_id: '' });
  });

  test('[AJAX-54] a rename is stored without tags; an empty name is refused', async () => {
    const id = await template({ type: 'date', title: 'Before' });
    const rename = (title: string, templateId: number | string = id) =>
      call('tdb_change_template_name', { template_id: templateId, template_title: title });
    expect(await rename(' A <i>new</i> name ')).toEqual({
      status: 200,
      json: { template_id: id, template_title: 'A new name' },
    });
    expect(await findTemplate(world.site.database.read, id)).toMatchObject({
      title: 'A new name',
      revision: 2,
    });
    for (const title of ['', ' ', '<p></p>', 'x'.repeat(201), 'a\0b'])
      expect((await rename(title)).json).toEqual({ error: expect.stringMatching(/./) });
    for (const wrong of ['', 'x', 0, -1, 999_999, '9'.repeat(30), `${id}.5`]) {
      expect((await rename('Other', wrong)).json).toEqual({ error: expect.stringMatching(/./) });
    }
    expect(await findTemplate(world.site.database.read, id)).toMatchObject({
      title: 'A new name',
      revision: 2,
    });
  });

  test('[AJAX-55] [TPL-23] deleting a template moves its pages to the next in order; only they reload', async () => {
    const { path, item, other } = page('category');
    const [own, all] = [
      await template({ type: 'category', title: 'Gone' }),
      await template({ type: 'category', title: 'Next' }),
    ];
    await call('tdb_assign_cat_template_global', { template_id: all });
    await call('tdb_assign_cat_template_to_cat', { template_id: own, category_id: present(item).id });
    const remove = (id: number, from?: string) =>
      call('tdb_delete_template', { template_id: id }, from === undefined ? {} : { from });
    expect(await shownBy(path, 'Gone')).toBe(true);
    const unused = await template({ type: 'category', title: 'Unused' });
    expect([
      await remove(unused),
      await remove(await template({ type: 'category', title: 'Unused' }), path),
    ]).toEqual([
      { status: 200, json: { template_id: unused } },
      { status: 200, json: { template_id: expect.any(Number) } },
    ]);
    expect((await remove(own, path)).json).toEqual({ reload: true, template_id: own });
    expect([
      await shownBy(path, 'Gone'),
      await shownBy(path, 'Next'),
      await findTemplate(world.site.database.read, own),
    ]).toEqual([false, true, undefined]);
    expect((await remove(all)).json).toEqual({ reload: true, template_id: all });
    expect([await shownBy(path, 'Next'), await shownBy(present(other).path, 'Next')]).toEqual([false, false]);
    expect(await remove(own)).toEqual({ status: 404, json: { error: expect.stringContaining(`${own}`) } });
  });

  test('[AJAX-56] [MTPL-02] [MTPL-03] [MTPL-04] phones get a template’s mobile variant until it is removed', async () => {
    const wide = await template({ type: 'search', title: 'Wide' });
    const narrow = await template({ type: 'search', title: 'Narrow', isMobile: true });
    await call('tdb_assign_search_template_global', { template_id: wide });
    const set = (mobile: number | string, id: number | string = wide) =>
      call('tdb_set_mobile_template', { template_id: id, mobile_template_id: mobile });
    const seen = async () => [
      await shownBy('/?s=text', 'Wide'),
      await shownBy('/?s=text', 'Narrow', 200, { phone: true }),
    ];
    expect([await set(narrow), await seen()]).toEqual([{ status: 200, json: { result: 1 } }, [true, true]]);
    const [row] = (await listOf('search')).filter((one) => one.template_id === wide);
    expect(row).toMatchObject({ mobile_template_id: narrow, mobile_template_title: 'Narrow' });
    expect([await set(''), await seen()]).toEqual([{ status: 200, json: { result: 1 } }, [true, false]]);
    await set(narrow);
    const ofOtherType = await template({ type: 'date', title: 'Other', isMobile: true });
    for (const [mobile, id] of [
      [999_999, wide],
      [wide, wide],
      [ofOtherType, wide],
      ['x', wide],
      [narrow, 999_999],
      [narrow, narrow],
      [narrow, 'x'],
      [narrow, ''],
    ] as const) {
      const { status, json } = await set(mobile, id);
      expect([mobile, id, status < 500, json]).toEqual([
        mobile,
        id,
        true,
        { result: 0, error: expect.stringMatching(/./) },
      ]);
    }
    expect(await seen()).toEqual([true, true]);
    expect((await call('tdb_delete_template', { template_id: narrow })).json).toEqual({
      template_id: narrow,
    });
    expect([
      (await listOf('search')).find((one) => one.template_id === wide)?.mobile_template_id,
      await seen(),
    ]).toEqual(['', [true, false]]);
    await call('tdb_assign_search_template_global', { template_id: '' });
  });

  test('[MTPL-01] [MTPL-15] a page has a mobile page, for phones only, before its template’s variant', async () => {
    const { path, item, other } = page('page');
    const { id } = present(item);
    const sent = {
      template_type: 'page',
      page_id: id,
      template_id: id,
      template_title: 'Small page',
      copyContent: '1',
    };
    const made = await call('tdb_create_mobile_template', sent);
    const mobile = (made.json as { mobile_template_id: number }).mobile_template_id;
    const copied = present(await findTemplate(world.site.database.read, mobile)).content;
    expect(copied).toContain('wp:broadsheet/post-content');
    const before = (await get(path)).body;
    await world.site.database.write((tx) =>
      updateTemplate(tx, mobile, { content: copied + layoutMarkup('Small page') }),
    );
    const set = (value: number | string, pageId = id) =>
      call('tdb_set_mobile_template', { page_id: pageId, template_id: '', mobile_template_id: value });
    expect(await set(mobile)).toEqual({ status: 200, json: { result: 1 } });
    const phones = await get(path, { phone: true });
    expect([phones.body.includes(layoutMark('Small page')), phones.body.includes('Text of Story')]).toEqual([
      true,
      true,
    ]);
    expect((await get(path)).body).toBe(before);
    expect(await shownBy(present(other).path, 'Small page', 200, { phone: true })).toBe(false);
    const listed = await listOf('page', { page_id: id }, true);
    expect(listed.filter((one) => one.is_current).map((one) => one.template_id)).toEqual([mobile]);
    expect(
      (await listOf('page', { page_id: present(other).id }, true)).some((one) => 'is_current' in one),
    ).toBe(false);
    expect([
      (await set(mobile, 999_999)).json,
      (await set(mobile, present(page('single').item).id)).json,
      (await set(999_999)).json,
    ]).toEqual(Array.from({ length: 3 }, () => ({ result: 0, error: expect.stringMatching(/./) })));
    expect([await set(''), await shownBy(path, 'Small page', 200, { phone: true })]).toEqual([
      { status: 200, json: { result: 1 } },
      false,
    ]);
    await set(mobile);
    await call('tdb_delete_template', { template_id: mobile });
    expect((await listOf('page', { page_id: id }, true)).map((one) => one.template_id)).not.toContain(mobile);
    expect(await shownBy(path, 'Small page', 200, { phone: true })).toBe(false);
  });

  test('[TPL-22] a page’s own template is its `template` field in REST, and lists show it', async () => {
    const { path, item, other } = page('page');
    const own = await template({ type: 'page', title: 'Of this page' });
    const { cookie, nonce } = world.headersOf('editor');
    const send = async (value: string) =>
      (
        await fetch(`${world.site.url}/wp-json/wp/v2/pages/${present(item).id}`, {
          method: 'POST',
          headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
          body: JSON.stringify({ template: value }),
        })
      ).status;
    expect([await send(`template-${own}`), await shownBy(path, 'Of this page')]).toEqual([200, true]);
    expect(await shownBy(present(other).path, 'Of this page')).toBe(false);
    expect(current(await listOf('page', { page_id: present(item).id }))).toEqual(['Of this page']);
    expect([await send(''), await shownBy(path, 'Of this page')]).toEqual([200, false]);
    expect((await call('tdb_assign_page_template_global', { template_id: own })).status).toBe(400);
  });

  test('[AJAX-61] ids that are wrong, huge or malformed get an error, and change nothing', async () => {
    const wrong = [
      '',
      '0',
      '-1',
      '1.5',
      'x',
      '999999',
      '9'.repeat(400),
      '1e3',
      '0x1',
      '1 or 1=1',
      '\u0000',
      '[]',
      'null',
    ];
    const rows = () =>
      world.site.database.read
        .selectFrom('template_assignment')
        .selectAll()
        .orderBy('kind')
        .orderBy('item_id')
        .execute();
    const before = await rows();
    for (const { name: type, assign = '', global: action } of kindsWithItems) {
      const { field, id } = present(page(type).item);
      const fitting = await template({ type, title: 'Fitting' });
      const other = await template({ type: type === 'tag' ? 'date' : 'tag', title: 'Other' });
      const phones = await template({ type, title: 'Phones', isMobile: true });
      const tried = [
        ...wrong.map((value) => [assign, { template_id: fitting, [field]: value }] as const),
        ...[...wrong.slice(1), other, phones].flatMap((value) => [
          [assign, { template_id: value, [field]: id }] as const,
          [action ?? '', { template_id: value, ...page(type).global }] as const,
        ]),
        [assign, { [field]: id }] as const,
        [assign, { template_id: fitting }] as const,
        [action ?? '', { ...page(type).global }] as const,
      ];
      for (const [name, fields] of tried) {
        const { status, json } = await call(name, fields);
        expect([name, fields, status === 400 || status === 404, json]).toEqual([
          name,
          fields,
          true,
          { error: expect.stringMatching(/./) },
        ]);
      }
    }
    const { json, status } = await call('tdb_get_single_templates', { single_id: '999999' });
    expect([status, json]).toEqual([404, { error: expect.stringMatching(/./) }]);
    expect(
      (
        await call('tdb_assign_single_template_to_post', {
          template_id: 1,
          single_id: present(page('category').item).id + 500,
        })
      ).status,
    ).toBe(404);
    expect(await rows()).toEqual(before);
    expect((await findAssignments(world.site.database.read, 'single', 0)).global).toBeUndefined();
  });
});
