import { beforeAll, expect, test } from 'vitest';
import { emittedBy } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import {
  addMenuItem,
  createMenu,
  findMenuItems,
  findMenuLocations,
  listMenus,
} from '../../../modules/menus/store.ts';

onBothDatabases('menus over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, contributor: 0, subscriber: 0 };
  const it = { page: 0, draft: 0, news: 0, menu: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'contributor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      it.page = await makePost(tx, { type: 'page', title: 'About & more', slug: 'about' });
      it.draft = await makePost(tx, { type: 'page', title: 'Not out yet', status: 'draft' });
      it.news = await makeTerm(tx, { name: 'News' });
    });
    it.menu = Number(
      (await send('POST', '/wp/v2/menus', { name: 'Main', locations: ['primary', 'footer'] })).json['id'],
    );
  });

  const send = (method: string, path: string, body?: unknown, userId = who.administrator) =>
    rest.sendAs(userId, method, path, body);
  const statusAndCode = async (...sent: Parameters<typeof send>) => {
    const { status, json } = await send(...sent);
    return [status, json['code']];
  };
  const made = async (body: Record<string, unknown> = {}) => {
    const { status, json, text } = await send('POST', '/wp/v2/menu-items', {
      title: 'Home',
      url: '/',
      menus: it.menu,
      ...body,
    });
    expect(status, text).toBe(201);
    return Number(json['id']);
  };
  const names = async (menuId: number) => (await findMenuItems(get().read, menuId)).map(({ label }) => label);

  test('creates, assigns, renames and deletes a menu, and invalidates pages', async () => {
    const sent = await send('POST', '/wp/v2/menus', {
      name: 'Top',
      slug: 'the-top',
      locations: ['top'],
      description: '',
      auto_add: false,
    });
    const id = Number(sent.json['id']);
    expect([sent.status, sent.headers['location'], sent.headers['etag']]).toEqual([
      201,
      `${siteUrl}/wp-json/wp/v2/menus/${id}`,
      '"2"',
    ]);
    expect(sent.json).toMatchObject({
      id,
      name: 'Top',
      slug: 'the-top',
      description: '',
      locations: ['top'],
      auto_add: false,
      meta: [],
      revision: 2,
    });
    expect(sent.json['_links']).toMatchObject({
      'https://api.w.org/menu-location': [{ href: `${siteUrl}/wp-json/wp/v2/menu-locations/top` }],
    });
    expect(
      await emittedBy(get(), () =>
        send('PUT', `/wp/v2/menus/${id}`, { name: 'Higher', locations: ['mobile'] }),
      ),
    ).toEqual([`menu:${id} change`, 'menus change']);
    expect((await send('GET', `/wp/v2/menus/${id}`)).json).toMatchObject({
      name: 'Higher',
      slug: 'the-top',
      locations: ['mobile'],
    });
    expect(await statusAndCode('POST', `/wp/v2/menus/${id}`, { name: 'Mine', revision: 2 })).toEqual([
      409,
      'stale',
    ]);
    // Both sides, as the route shows menus.
    const shown = (await send('GET', `/wp/v2/menus/${id}?context=edit`)).json;
    expect((await send('POST', `/wp/v2/menus/${id}`, { name: 'Mine', revision: 2 })).json['data']).toEqual({
      status: 409,
      mine: { name: 'Mine' },
      theirs: Object.fromEntries(Object.entries(shown).filter(([name]) => name !== '_links')),
    });
    expect((await send('DELETE', `/wp/v2/menus/${id}?force=true&revision=2`)).json['data']).toMatchObject({
      mine: null,
      theirs: { id, name: 'Higher' },
    });
    expect(await statusAndCode('DELETE', `/wp/v2/menus/${id}`)).toEqual([501, 'rest_trash_not_supported']);
    expect((await send('DELETE', `/wp/v2/menus/${id}?force=true`)).json).toMatchObject({
      deleted: true,
      previous: { id, name: 'Higher' },
    });
    expect([...(await findMenuLocations(get().read)).keys()].toSorted()).toEqual(['footer', 'primary']);
    expect(await statusAndCode('GET', `/wp/v2/menus/${id}`)).toEqual([404, 'rest_term_invalid']);
  });

  test('lists, finds and sorts menus, and locations name their menu', async () => {
    const other = Number((await send('POST', '/wp/v2/menus', { name: 'Another' })).json['id']);
    const ids = async (query: string) =>
      (await rest.getAs(who.administrator, `/wp/v2/menus?${query}`)).list.map(({ id }) => Number(id));
    expect(await ids('')).toEqual([other, it.menu]);
    expect([
      await ids('order=desc'),
      await ids('search=ANOTH'),
      await ids('slug=main'),
      await ids(`exclude=${other}`),
      await ids('per_page=1&page=2'),
    ]).toEqual([[it.menu, other], [other], [it.menu], [it.menu], [it.menu]]);
    expect(await ids(`include=${it.menu},${other}&orderby=include`)).toEqual([it.menu, other]);
    expect(await ids('slug=main,another&orderby=include_slugs')).toEqual([it.menu, other]);
    expect((await send('GET', '/wp/v2/menu-locations')).json).toMatchObject({
      primary: { name: 'primary', description: 'Main menu', menu: it.menu },
      top: { menu: 0 },
      footer: { menu: it.menu },
      mobile: { menu: 0 },
    });
    expect((await send('GET', '/wp/v2/menu-locations/primary')).json).toMatchObject({ menu: it.menu });
    expect(await statusAndCode('GET', '/wp/v2/menu-locations/sidebar')).toEqual([
      404,
      'rest_menu_location_invalid',
    ]);
    await send('DELETE', `/wp/v2/menus/${other}?force=true`);
  });

  test('creates items with every argument, and shows their targets', async () => {
    const custom = await made({
      title: { raw: 'Elsewhere' },
      url: 'https://else.example/',
      attr_title: 'Go',
      description: 'Far',
      target: '_blank',
      classes: ['a', 'b'],
      xfn: ['friend', 'met'],
      menu_order: 3,
      meta: {},
      status: 'publish',
      type: 'custom',
    });
    expect((await send('GET', `/wp/v2/menu-items/${custom}?context=edit`)).json).toMatchObject({
      id: custom,
      title: { raw: 'Elsewhere', rendered: 'Elsewhere' },
      status: 'publish',
      url: 'https://else.example/',
      attr_title: 'Go',
      description: 'Far',
      type: 'custom',
      type_label: 'Custom Link',
      object: 'custom',
      object_id: custom,
      parent: 0,
      menu_order: 3,
      target: '_blank',
      classes: ['a', 'b'],
      xfn: ['friend', 'met'],
      invalid: false,
      meta: [],
      menus: it.menu,
    });
    const page = await send('POST', '/wp/v2/menu-items', {
      type: 'post_type',
      object: 'page',
      object_id: it.page,
      menus: it.menu,
      parent: custom,
    });
    expect([page.status, page.json]).toMatchObject([
      201,
      {
        title: { raw: 'About & more', rendered: 'About &#038; more' },
        url: `${siteUrl}/about/`,
        object: 'page',
        object_id: it.page,
        parent: custom,
        menu_order: 4,
        type_label: 'Page',
      },
    ]);
    const linked = { post_type: 'page', href: `${siteUrl}/wp-json/wp/v2/pages/${it.page}` };
    expect(page.json['_links']?.['https://api.w.org/menu-item-object']).toMatchObject([linked]);
    const term = await send('POST', '/wp/v2/menu-items', {
      type: 'taxonomy',
      object_id: it.news,
      menus: it.menu,
      menu_order: 1,
    });
    expect(term.json).toMatchObject({
      title: { rendered: 'News' },
      url: `${siteUrl}/category/news/`,
      object: 'category',
      menu_order: 1,
    });
    // Sending an item back as shown changes nothing, not even the title inherited from its page.
    const before = await findMenuItems(get().read, it.menu);
    for (const { json } of [page, term, await send('GET', `/wp/v2/menu-items/${custom}?context=edit`)]) {
      expect(await statusAndCode('PUT', `/wp/v2/menu-items/${Number(json['id'])}`, json)).toEqual([
        200,
        undefined,
      ]);
    }
    expect(await findMenuItems(get().read, it.menu)).toEqual(before);
    expect(before.map(({ label }) => label)).toEqual(['', 'Elsewhere', '']);
    const { list } = await rest.getAs(who.administrator, `/wp/v2/menu-items?menus=${it.menu}&_embed`);
    expect(list.map(({ id }) => id)).toEqual([term.json['id'], custom, page.json['id']]);
    expect(list[2]?.['_embedded']).toMatchObject({ 'https://api.w.org/menu-item-object': [{ id: it.page }] });
    const ids = async (query: string) =>
      (await rest.getAs(who.administrator, `/wp/v2/menu-items?menus=${it.menu}&${query}`)).list.map(
        ({ id }) => id,
      );
    expect([
      await ids('search=about'),
      await ids('orderby=title&per_page=1'),
      await ids('menu_order=3'),
      await ids(`menus_exclude=${it.menu}`),
      await ids('status=draft'),
      await ids('order=desc&per_page=1'),
    ]).toEqual([[page.json['id']], [page.json['id']], [custom], [], [], [page.json['id']]]);
  });

  test('changes, moves and deletes items, moves children of a deleted item up, and invalidates pages of both menus', async () => {
    const menu = Number((await send('POST', '/wp/v2/menus', { name: 'One' })).json['id']);
    const other = Number((await send('POST', '/wp/v2/menus', { name: 'Two' })).json['id']);
    const above = await made({ title: 'Above', menus: menu });
    const middle = await made({ title: 'Middle', menus: menu, parent: above });
    const below = await made({ title: 'Below', menus: menu, parent: middle });
    const parents = async () =>
      new Map((await findMenuItems(get().read, menu)).map(({ id, parentId }) => [id, parentId]));
    expect(await emittedBy(get(), () => send('DELETE', `/wp/v2/menu-items/${middle}?force=1`))).toEqual([
      `menu:${menu} change`,
      'menus change',
    ]);
    expect(await parents()).toEqual(
      new Map([
        [above, 0],
        [below, above],
      ]),
    );
    const moved = await emittedBy(get(), () =>
      send('PATCH', `/wp/v2/menu-items/${above}`, { menus: other, title: 'Moved' }),
    );
    expect(moved).toEqual([`menu:${menu} change`, `menu:${other} change`, 'menus change']);
    expect([await names(menu), await names(other), await parents()]).toEqual([
      ['Below'],
      ['Moved'],
      new Map([[below, 0]]),
    ]);
    expect(
      await emittedBy(get(), () => send('PATCH', `/wp/v2/menu-items/${above}`, { title: 'Moved' })),
    ).toEqual([]);
    expect(
      await statusAndCode('POST', `/wp/v2/menu-items/${above}`, { title: 'Stale', revision: 1 }),
    ).toEqual([409, 'stale']);
    const theirs = {
      id: above,
      title: { raw: 'Moved', rendered: 'Moved' },
      menus: other,
      menu_order: expect.any(Number),
    };
    expect(
      (await send('POST', `/wp/v2/menu-items/${above}`, { title: 'Stale', menu_order: 3, revision: 1 })).json[
        'data'
      ],
    ).toMatchObject({ status: 409, mine: { title: 'Stale', menu_order: 3 }, theirs });
    expect(
      (await send('DELETE', `/wp/v2/menu-items/${above}?force=true&revision=1`)).json['data'],
    ).toMatchObject({ status: 409, mine: null, theirs });
    expect(
      (await send('POST', '/wp/v2/menu-items', { title: 'New', url: '/', menus: other, revision: 1 })).json[
        'data'
      ],
    ).toMatchObject({ status: 409, mine: { title: 'New' }, theirs: null });
    expect(await statusAndCode('DELETE', `/wp/v2/menu-items/${above}`)).toEqual([
      501,
      'rest_trash_not_supported',
    ]);
    for (const id of [menu, other]) await send('DELETE', `/wp/v2/menus/${id}?force=true`);
    expect(await statusAndCode('GET', `/wp/v2/menu-items/${above}`)).toEqual([404, 'rest_post_invalid_id']);
  });

  test('an imported item retains values that no user is allowed to write', async () => {
    const id = await get().write((tx) =>
      addMenuItem(tx, it.menu, { label: '', url: '#a', classes: ['odd:class'] }),
    );
    expect(await statusAndCode('POST', `/wp/v2/menu-items/${id}`, { menu_order: 99 })).toEqual([
      200,
      undefined,
    ]);
    expect((await send('GET', `/wp/v2/menu-items/${id}`)).json).toMatchObject({
      menu_order: 99,
      classes: ['odd:class'],
      url: '#a',
    });
    await send('DELETE', `/wp/v2/menu-items/${id}?force=true`);
  });

  test('users who write posts read menus, users with `edit_theme_options` write them, and no one sees targets that are hidden from them', async () => {
    const secret = await made({ type: 'post_type', object_id: it.draft, title: undefined, url: undefined });
    const item = await made();
    for (const path of [
      '/wp/v2/menus',
      `/wp/v2/menus/${it.menu}`,
      '/wp/v2/menu-items',
      `/wp/v2/menu-items/${item}`,
      '/wp/v2/menu-locations',
      '/wp/v2/menu-locations/primary',
    ]) {
      const users = [who.administrator, who.editor, who.contributor, who.subscriber];
      const statuses = await Promise.all(users.map(async (id) => (await rest.getAs(id, path)).status));
      expect([path, ...statuses, (await rest.get(path)).status]).toEqual([path, 200, 200, 200, 403, 401]);
      expect((await rest.get(path)).json['code']).toBe('rest_cannot_view');
      if (!path.includes('location'))
        expect(await statusAndCode('GET', `${path}?context=edit`, undefined, who.editor)).toEqual([
          403,
          'rest_forbidden_context',
        ]);
    }
    const { json, text } = await rest.getAs(who.contributor, `/wp/v2/menu-items/${secret}`);
    expect([json['title'], text.includes('Not out yet')]).toEqual([{ rendered: '' }, false]);
    for (const [method, path, code] of [
      ['POST', '/wp/v2/menus', 'rest_cannot_create'],
      ['POST', `/wp/v2/menus/${it.menu}`, 'rest_cannot_update'],
      ['DELETE', `/wp/v2/menus/${it.menu}?force=true`, 'rest_cannot_delete'],
      ['POST', '/wp/v2/menu-items', 'rest_cannot_create'],
      ['PUT', `/wp/v2/menu-items/${item}`, 'rest_cannot_edit'],
      ['DELETE', `/wp/v2/menu-items/${item}?force=true`, 'rest_cannot_delete'],
    ] as const) {
      for (const id of [who.editor, who.contributor, who.subscriber]) {
        expect(
          await statusAndCode(method, path, { name: 'x', title: 'x', url: '/x', menus: it.menu }, id),
        ).toEqual([403, code]);
      }
      expect((await rest.send(method, path)).status).toBe(401);
    }
    for (const id of [secret, item]) await send('DELETE', `/wp/v2/menu-items/${id}?force=true`);
  });

  test('refuses hostile and malformed input by name, and leaves other menus alone', async () => {
    const bystander = await get().write(async (tx) => {
      const id = await createMenu(tx, { name: 'Bystander' });
      await addMenuItem(tx, id, { label: 'Stays', url: '/' });
      return id;
    });
    const foreign = (await findMenuItems(get().read, bystander))[0]?.id ?? 0;
    const ownItem = await made();
    const child = await made({ parent: ownItem });
    const before = [
      await findMenuItems(get().read, it.menu),
      await findMenuItems(get().read, bystander),
      await listMenus(get().read),
    ];
    const refused = async (path: string, body: unknown, code: string, field?: string) => {
      const { status, json } = await send('POST', path, body);
      expect([
        body,
        status,
        json['code'],
        field === undefined || Object.keys(json['data']?.['params'] ?? {}).includes(field),
      ]).toEqual([body, 400, code, true]);
    };
    const item = { title: 'x', url: '/x', menus: it.menu };
    for (const [body, code, field] of [
      [{ title: 'x', url: '/x' }, 'rest_missing_callback_param'],
      [{ ...item, title: '' }, 'rest_title_required'],
      [{ ...item, url: undefined }, 'rest_url_required'],
      [{ ...item, url: 'javascript:alert(1)' }, 'rest_invalid_param', 'url'],
      [{ ...item, url: ' java\tscript:alert(1)' }, 'rest_invalid_param', 'url'],
      [{ ...item, parent: foreign }, 'rest_invalid_param', 'parent'],
      [{ ...item, parent: -1 }, 'rest_invalid_param', 'parent'],
      [{ ...item, menus: 999_999 }, 'rest_invalid_param', 'menus'],
      [{ ...item, menus: '9'.repeat(30) }, 'rest_invalid_param', 'menus'],
      [{ ...item, menu_order: 0 }, 'rest_invalid_param', 'menu_order'],
      [{ ...item, menu_order: 1e15 }, 'rest_invalid_param', 'menu_order'],
      [{ ...item, type: 'post_type_archive' }, 'rest_invalid_param', 'type'],
      [{ ...item, status: 'draft' }, 'rest_invalid_param', 'status'],
      [{ ...item, type: 'post_type', object_id: 999_999 }, 'rest_post_invalid_id'],
      [{ ...item, type: 'taxonomy', object_id: 999_999 }, 'rest_term_invalid_id'],
      [{ ...item, target: '_top' }, 'rest_invalid_param', 'target'],
      [{ ...item, classes: ['"onload='] }, 'rest_invalid_param'],
      [{ ...item, classes: Array.from({ length: 501 }, () => 'a') }, 'rest_invalid_param', 'classes'],
      [{ ...item, title: 'a\0' }, 'rest_invalid_param', 'title'],
      [{ ...item, title: 'x'.repeat(501) }, 'rest_invalid_param', 'title'],
      [{ ...item, title: [] }, 'rest_invalid_param', 'title'],
    ] as const)
      await refused('/wp/v2/menu-items', body, code, field);
    for (const [body, code, field] of [
      [{ parent: child }, 'rest_invalid_param', 'parent'],
      [{ parent: ownItem }, 'rest_invalid_param', 'parent'],
      [{ title: '' }, 'rest_title_required'],
    ] as const)
      await refused(`/wp/v2/menu-items/${ownItem}`, body, code, field);
    for (const [body, code, field] of [
      [{}, 'rest_missing_callback_param'],
      [{ name: '' }, 'rest_invalid_param', 'name'],
      [{ name: '<b></b>' }, 'rest_invalid_param', 'name'],
      [{ name: 'main' }, 'menu_exists'],
      [{ name: 'x', locations: ['sidebar'] }, 'rest_invalid_param', 'locations'],
      [{ name: 'x', auto_add: true }, 'rest_invalid_param', 'auto_add'],
      [{ name: 'x', description: 'y' }, 'rest_invalid_param', 'description'],
      [{ name: 'x', slug: [] }, 'rest_invalid_param', 'slug'],
      [{ name: 'a\0' }, 'rest_invalid_param', 'name'],
    ] as const)
      await refused('/wp/v2/menus', body, code, field);
    expect([
      await findMenuItems(get().read, it.menu),
      await findMenuItems(get().read, bystander),
      await listMenus(get().read),
    ]).toEqual(before);
    expect(rest.faults).toEqual([]);
  });
});
