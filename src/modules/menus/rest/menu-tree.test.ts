import { beforeAll, beforeEach, expect, test } from 'vitest';
import { emittedBy } from '../../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import {
  addMenuItem,
  assignMenu,
  createMenu,
  findMenuItems,
  findMenuLocations,
  replaceMenuItems,
} from '../store.ts';

interface Tree {
  readonly revision: number;
  readonly name: string;
  readonly locations: readonly string[];
  readonly items: readonly Record<string, unknown>[];
  readonly data: { readonly params?: Record<string, string>; readonly mine: unknown; readonly theirs: Tree };
  readonly code: string;
  readonly displaced: readonly { readonly location: string; readonly menu: number }[];
}

onBothDatabases('a whole menu over REST', (get) => {
  const rest = useRestApp(get);
  const ids = { administrator: 0, page: 0, draft: 0, news: 0, menu: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      ids.administrator = await makeUser(tx, { login: 'mirai', roles: ['administrator'] });
      ids.page = await makePost(tx, { type: 'page', title: 'About us', slug: 'about' });
      ids.draft = await makePost(tx, { type: 'page', title: 'Not yet', status: 'draft' });
      ids.news = await makeTerm(tx, { name: 'News' });
    });
  });
  let made = 0;
  beforeEach(async () => {
    await get().write(async (tx) => {
      ids.menu = await createMenu(tx, { name: `Menu ${++made}` });
      await replaceMenuItems(tx, ids.menu, [
        { label: 'Home', url: '/' },
        { type: 'post_type', object: 'page', objectId: ids.page },
        { label: 'Team', url: '/team/', parent: 1 },
      ]);
    });
  });
  const send = async (method: string, body?: unknown) => {
    const { status, json } = await rest.sendAs(
      ids.administrator,
      method,
      `/broadsheet/v1/menus/${ids.menu}`,
      body,
    );
    return { status, tree: json as unknown as Tree };
  };
  const labels = async () => (await findMenuItems(get().read, ids.menu)).map(({ label }) => label);

  test('[IMP-13] lists the tree in order, with levels and targets', async () => {
    const { status, tree } = await send('GET');
    expect([status, tree.revision]).toEqual([200, 2]);
    expect(tree.items.map((item) => [item['depth'], item['title'], item['original_title']])).toEqual([
      [0, 'Home', ''],
      [0, '', 'About us'],
      [1, 'Team', ''],
    ]);
    expect(tree.items[1]).toMatchObject({
      invalid: false,
      object: 'page',
      icon: '',
      badge: '',
      audience: '',
    });
  });

  test('[IMP-13] saves name, locations and items at once; saving its reply changes nothing', async () => {
    const items = [
      { title: 'Sections', url: '#', icon: 'star', badge: 'New', audience: 'signed-in' },
      { type: 'taxonomy', object_id: ids.news, depth: 1, mega_kind: 'category', mega_id: ids.news },
      { type: 'post_type', object_id: ids.draft, depth: 2, target: '_blank', classes: ['wide'], xfn: 'me' },
    ];
    const emitted = await emittedBy(get(), () =>
      send('POST', { name: `New ${made}`, locations: ['footer'], items, revision: 2 }),
    );
    expect(emitted).toEqual(expect.arrayContaining(['menus change', `menu:${ids.menu} change`]));
    const { tree } = await send('GET');
    expect(tree).toMatchObject({ name: `New ${made}`, locations: ['footer'] });
    expect(tree.items).toMatchObject([
      { ...items[0], depth: 0 },
      { ...items[1], object: 'category' },
      { ...items[2], object: 'page' },
    ]);
    expect((await findMenuLocations(get().read)).get('footer')).toBe(ids.menu);
    const same = tree.items.map(({ original_title: _o, link: _l, invalid: _i, ...item }) => item);
    expect(await emittedBy(get(), () => send('POST', { name: tree.name, items: same }))).toEqual([]);
    expect((await send('POST', { locations: [] })).tree.locations).toEqual([]);
  });

  test('[IMP-13] a stale save is refused with both sides, and loses nothing', async () => {
    await get().write((tx) => addMenuItem(tx, ids.menu, { label: 'Theirs', url: '/theirs/' }));
    const { status, tree } = await send('POST', { items: [{ title: 'Mine', url: '/mine/' }], revision: 2 });
    expect([status, tree.code]).toEqual([409, 'stale']);
    expect(tree.data.mine).toMatchObject({ items: [{ title: 'Mine' }] });
    expect(tree.data.theirs.items.map((item) => item['title'])).toEqual(['Home', '', 'Team', 'Theirs']);
    expect(await labels()).toEqual(['Home', '', 'Team', 'Theirs']);
  });

  test.each<[string, (known: number) => unknown, string]>([
    ['code in an address', () => [{ title: 'A', url: 'java\tscript:alert(1)' }], 'items[0][url]'],
    ['a link without a label', () => [{ title: ' ', url: '/' }], 'items[0][title]'],
    ['a link without an address', () => [{ title: 'A' }], 'items[0][url]'],
    ['a gap between levels', () => [{ title: 'A', url: '/', depth: 1 }], 'items[0][depth]'],
    ['too many levels', () => [{ title: 'A', url: '/', depth: 10 }], 'items'],
    ['an unknown page', () => [{ type: 'post_type', object_id: 987_654 }], 'items[0][object_id]'],
    ['an unknown term', () => [{ type: 'taxonomy', object_id: 987_654 }], 'items[0][object_id]'],
    ['an item of another menu', (known) => [{ id: known + 1000, title: 'A', url: '/' }], 'items'],
    ['an unknown icon', () => [{ title: 'A', url: '/', icon: '../../etc/passwd' }], 'items'],
    ['a long badge', () => [{ title: 'A', url: '/', badge: 'x'.repeat(21) }], 'items'],
    ['an unknown audience', () => [{ title: 'A', url: '/', audience: 'editors' }], 'items'],
    ['a null byte', () => [{ title: 'A\0', url: '/' }], 'items'],
    ['a class with markup', () => [{ title: 'A', url: '/', classes: ['"><script>'] }], 'items'],
    ['an unknown field', () => [{ title: 'A', url: '/', parent_id: 3 }], 'items'],
    ['201 items', () => Array.from({ length: 201 }, (_, n) => ({ title: `${n}`, url: '/' })), 'items'],
    ['a menu that is no list', () => ({ length: 3 }), 'items'],
  ])('[IMP-13] refuses %s, naming the field, and changes nothing', async (_name, items, field) => {
    const [first] = await findMenuItems(get().read, ids.menu);
    const { status, tree } = await send('POST', { items: items(first?.id ?? 0) });
    expect([status, Object.keys(tree.data.params ?? {})]).toEqual([400, [field]]);
    expect(await labels()).toEqual(['Home', '', 'Team']);
  });

  test('[IMP-13] names with markup, right-to-left text and an imported item without an address can be saved', async () => {
    await get().write((tx) => addMenuItem(tx, ids.menu, { label: 'Imported', url: '' }));
    const { tree } = await send('GET');
    const items = tree.items.map(({ original_title: _o, link: _l, invalid: _i, ...item }) => item);
    const odd = { title: '<b>אבג</b> & "x"', url: '/a?b=c&d', badge: '<i>جديد</i>' };
    const { status, tree: saved } = await send('POST', { items: [...items, odd] });
    expect([status, saved.items.at(-1)]).toEqual([200, expect.objectContaining({ ...odd, badge: 'جديد' })]);
    expect(await labels()).toEqual(['Home', '', 'Team', 'Imported', odd.title]);
  });

  const restored = (body: object) =>
    rest.sendAs(ids.administrator, 'POST', '/broadsheet/v1/menus', { name: `Restored ${++made}`, ...body });

  test('[IMP-13] undoing a deletion restores items as stored ones may be, in one transaction', async () => {
    const gone = { type: 'post_type', object: 'page', object_id: 987_654, title: 'Gone' };
    const lost = { type: 'taxonomy', object: 'category', object_id: 987_654, depth: 1 };
    const bare = { type: 'custom', title: 'No URL' };
    const { status, json } = await restored({ items: [gone, lost, bare, {}], locations: ['top'] });
    expect([status, json['locations']]).toEqual([200, ['top']]);
    expect(json['items']).toMatchObject([gone, lost, bare, { title: '', url: '' }]);
    const many = Array.from({ length: 201 }, (_, n) => ({ title: `${n}`, url: '/' }));
    const all = await restored({ items: many, locations: ['top'] });
    // Another menu has the location by now.
    expect([all.status, (all.json as unknown as Tree).items.length, all.json['locations']]).toEqual([
      200,
      201,
      [],
    ]);
    const before = await get().read.selectFrom('menu').select('id').execute();
    for (const items of [
      [{ title: 'A', url: 'javascript:alert(1)' }],
      [{ title: 'A', url: '/', classes: ['"><script>'] }],
      Array.from({ length: 1001 }, () => ({ title: 'A', url: '/' })),
    ])
      expect((await restored({ items })).status).toBe(400);
    expect(await get().read.selectFrom('menu').select('id').execute()).toEqual(before);
  });

  test('[IMP-13] undoing a save restores items as stored ones may be', async () => {
    const items = [{ type: 'post_type', object: 'page', object_id: 987_654 }, { title: 'No URL' }];
    expect((await send('POST', { items })).status).toBe(400);
    const { status, tree } = await send('POST', { items, restores: true });
    expect([status, tree.items[0]]).toEqual([200, expect.objectContaining(items[0])]);
    const many = Array.from({ length: 201 }, (_, n) => ({ title: `${n}`, url: '/' }));
    expect((await send('POST', { items: many, restores: true })).status).toBe(200);
    expect((await send('POST', { items: [{ url: 'data:,x' }], restores: true })).status).toBe(400);
  });

  test('[IMP-13] undoing a save returns a location to the menu that had it, unless it changed since', async () => {
    const at = async (location: string) => (await findMenuLocations(get().read)).get(location);
    const other = await get().write((tx) => createMenu(tx, { name: `Menu ${++made}` }));
    const third = await get().write((tx) => createMenu(tx, { name: `Menu ${++made}` }));
    await get().write((tx) => assignMenu(tx, 'mobile', other));
    const { tree } = await send('POST', { locations: ['mobile'] });
    expect(tree.displaced).toEqual([{ location: 'mobile', menu: other }]);
    const undo = { locations: [], displaced: tree.displaced, restores: true };
    await send('POST', undo);
    expect(await at('mobile')).toBe(other);
    await send('POST', { locations: ['mobile'] });
    await get().write((tx) => assignMenu(tx, 'mobile', third));
    await send('POST', undo);
    expect(await at('mobile')).toBe(third);
    await send('POST', { locations: ['mobile'], restores: true });
    expect(await at('mobile')).toBe(third);
    expect((await send('POST', { name: `Menu ${++made}` })).tree.displaced).toEqual([]);
  });

  test('[IMP-13] a save changes only the locations that differ from those that were read', async () => {
    const at = async (location: string) => (await findMenuLocations(get().read)).get(location);
    const other = await get().write((tx) => createMenu(tx, { name: `Menu ${++made}` }));
    await send('POST', { locations: ['top', 'mobile'] });
    await get().write(async (tx) => {
      await assignMenu(tx, 'top', other);
      await assignMenu(tx, 'footer', ids.menu);
    });
    const { tree } = await send('POST', {
      locations: ['top', 'mobile', 'primary'],
      previous_locations: ['top', 'mobile'],
    });
    expect([await at('top'), tree.locations.toSorted()]).toEqual([other, ['footer', 'mobile', 'primary']]);
    expect(tree.displaced.map(({ location }) => location)).not.toContain('top');
    await send('POST', { locations: [], previous_locations: ['mobile'] });
    expect([await at('top'), await at('footer'), await at('mobile')]).toEqual([other, ids.menu, undefined]);
  });

  test('[IMP-13] an imported item above the limits keeps the values that are not sent', async () => {
    const long = {
      label: 'L'.repeat(501),
      description: 'D'.repeat(2001),
      classes: ['md:hidden', ...Array.from({ length: 20 }, (_, n) => `c${n}`)],
    };
    const id = await get().write((tx) => addMenuItem(tx, ids.menu, { ...long, url: '/long/' }));
    const { status } = await send('POST', { items: [{ id, badge: 'New' }] });
    expect([status, await findMenuItems(get().read, ids.menu)]).toEqual([
      200,
      [expect.objectContaining({ ...long, id, url: '/long/', badge: 'New' })],
    ]);
    for (const [field, value] of Object.entries({
      title: long.label,
      description: long.description,
      classes: long.classes,
    }))
      expect((await send('POST', { items: [{ id, [field]: value }] })).status).toBe(400);
  });
});
