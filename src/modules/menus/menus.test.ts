import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia } from '../../../test/harness/factories.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { saveMedia } from '../media/writer.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import { createTerm, updateTerm } from '../terms/writer.ts';
import { asTyped } from '../../lib/typography/typography.ts';
import { createMenuCache } from './cache.ts';
import type { MenuNode } from './model.ts';
import { nest } from './model.ts';
import {
  addMenuItem,
  assignMenu,
  createMenu,
  deleteMenu,
  replaceMenuItems,
  findMenuBySlug,
  findMenuItems,
  findMenuLocations,
  listMenus,
} from './store.ts';
import type { MenuItemInput } from './store.ts';

/** `About(/post/3)[Team(/t)[]]` */
const draw = (nodes: readonly MenuNode[]): string =>
  nodes
    .map((node) => `${node.label}(${node.url})${node.children.length > 0 ? `[${draw(node.children)}]` : ''}`)
    .join(' ');

const plainly = async () => ({
  typography: asTyped,
  toLocalUrl: (url: string) => url,
  isFormerFile: (url: string) => url.startsWith('https://old.example/'),
  name: () => 'Our paper',
});
const resolveUrl = async ({ type, objectId }: { type: string; objectId: number }) => `/${type}/${objectId}`;

onBothDatabases('menus', (get) => {
  const page = (title: string, more: object = {}) =>
    get().write((tx) => createPost(tx, { type: 'page', title, status: 'publish', ...more }));
  const menuAt = (location: 'primary' | 'footer', items: readonly (MenuItemInput & { parent?: number })[]) =>
    get().write(async (tx) => {
      const id = await createMenu(tx, { name: location });
      await assignMenu(tx, location, id);
      return { id, items: await replaceMenuItems(tx, id, items) };
    });

  test('are nested, labelled and linked, without items that visitors can’t open', async () => {
    const about = await page('About &amp; <b>more</b>');
    const draft = await page('Draft', { status: 'draft' });
    const news = await get().write((tx) => createTerm(tx, { taxonomy: 'category', name: 'News' }));
    await menuAt('primary', [
      { label: 'Home', url: '/', classes: ['a', 'b'], target: '_blank', megaKind: 'category', megaId: news },
      { type: 'post_type', object: 'page', objectId: about },
      { type: 'taxonomy', object: 'category', objectId: news, label: 'All news', parent: 1 },
      { type: 'post_type', object: 'page', objectId: draft, label: 'Secret' },
      { label: 'Below the draft', url: 'https://else.example/', parent: 3 },
      { type: 'post_type', object: 'page', objectId: 999_999 },
      { type: 'taxonomy', object: 'category', objectId: 999_999 },
    ]);
    const cache = createMenuCache(get(), resolveUrl, plainly);
    const { nodes, targets } = await cache.at('primary');
    expect(draw(nodes)).toBe(
      `Home(/) About & more(/post_type/${about})[All news(/taxonomy/${news})] Below the draft(https://else.example/)`,
    );
    expect(nodes[0]).toMatchObject({
      classes: ['a', 'b'],
      target: '_blank',
      megaKind: 'category',
      megaId: news,
      type: 'custom',
    });
    expect(targets).toContain(`post:${draft}`); // it appears once it is public
    expect(await cache.at('top')).toMatchObject({ nodes: [], targets: [] });
  });

  test('[MENU-13] items that move up keep the audience of their hidden ancestors', async () => {
    const draft = await page('Draft', { status: 'draft' });
    const hidden = { type: 'post_type', object: 'page', objectId: draft, audience: 'signed-in' } as const;
    await menuAt('primary', [
      hidden,
      { label: 'Below', url: '/below/', parent: 0 },
      { label: 'Nobody', url: '/nobody/', parent: 0, audience: 'signed-out' },
      { label: 'All', url: '/all/' },
      { label: 'Users', url: '/users/', parent: 3, audience: 'signed-in' },
    ]);
    const { nodes } = await createMenuCache(get(), resolveUrl, plainly).at('primary');
    expect(nodes.map(({ label, audience }) => [label, audience])).toEqual([
      ['Below', 'signed-in'],
      ['All', ''],
    ]);
    expect(nodes[1]?.children.map(({ audience }) => audience)).toEqual(['signed-in']);
  });

  test('names an item with an icon or picture as label by its alternative text or its target', async () => {
    const icon = '<i class="icon-home"></i>';
    await menuAt('footer', [
      { label: icon, url: '/' },
      { label: icon, url: '/', titleAttribute: 'Home' },
      { label: '<img src="x.png" alt="Search &amp; find">', url: '/s/' },
      { label: '<span aria-label="Feed"></span>', url: '/feed/' },
      { label: icon, url: '/2026/contact-us/' },
      { label: icon, url: 'https://www.x.example/' },
      { label: icon, url: '#top' },
      { label: icon, url: '#' },
      { label: icon, url: '/caf%C3%A9/100%' },
      { label: icon, url: 'mailto:a@b.example' },
    ]);
    const { nodes } = await createMenuCache(get(), resolveUrl, plainly).at('footer');
    expect(nodes.map(({ label }) => label)).toEqual([
      'Our paper',
      'Home',
      'Search & find',
      'Feed',
      'contact us',
      'x.example',
      'top',
      '',
      '100%',
      'a@b.example',
    ]);
  });

  test('stay cached until something shown changes', async () => {
    const above = await page('Above');
    const shown = await page('Shown', { parentId: above });
    const later = await page('Later', { status: 'draft' });
    const other = await page('Other');
    const term = await get().write((tx) => createTerm(tx, { taxonomy: 'category', name: 'Term' }));
    const menu = await menuAt('footer', [
      { type: 'post_type', object: 'page', objectId: shown },
      { type: 'post_type', object: 'page', objectId: later },
      { type: 'taxonomy', object: 'category', objectId: term },
    ]);
    const cache = createMenuCache(get(), resolveUrl, plainly);
    const queriesFor = async (work: () => Promise<unknown>) => {
      await work();
      const before = get().queryCount();
      const [{ nodes }] = await Promise.all([cache.at('footer'), cache.at('footer')]);
      return { queries: get().queryCount() - before, labels: nodes.map(({ label }) => label).join() };
    };
    const { queries } = await queriesFor(async () => {});
    expect(queries).toBeGreaterThan(0);
    expect(await queriesFor(() => get().write((tx) => updatePost(tx, other, { title: 'Else' })))).toEqual({
      queries: 0,
      labels: 'Shown,Term',
    });
    expect(await queriesFor(() => get().write((tx) => updatePost(tx, shown, { title: 'Renamed' })))).toEqual({
      queries,
      labels: 'Renamed,Term',
    });
    expect(
      (await queriesFor(() => get().write((tx) => updatePost(tx, above, { slug: 'moved' })))).queries,
    ).toBe(queries);
    expect(
      (await queriesFor(() => get().write((tx) => updatePost(tx, later, { status: 'publish' })))).labels,
    ).toBe('Renamed,Later,Term');
    expect((await queriesFor(() => get().write((tx) => updateTerm(tx, term, { name: 'Tag' })))).labels).toBe(
      'Renamed,Later,Tag',
    );
    expect((await queriesFor(() => get().write((tx) => deletePost(tx, shown)))).labels).toBe('Later,Tag');
    expect(
      (await queriesFor(() => get().write((tx) => addMenuItem(tx, menu.id, { label: 'Last', url: '/last' }))))
        .labels,
    ).toBe('Later,Tag,Last');
    get().bus.publish([{ tag: '*', urgency: 'remove' }]);
    expect((await queriesFor(async () => {})).queries).toBeGreaterThan(0);
    expect((await queriesFor(() => get().write((tx) => assignMenu(tx, 'footer', undefined)))).labels).toBe(
      '',
    );
  });

  test('link to imported files of former sites, as soon as these exist, with any scheme', async () => {
    await menuAt('footer', [
      { label: 'Kit', url: 'https://old.example/wp-content/uploads/2026/01/kit.pdf#page=2' },
      { label: 'Card', url: 'https://old.example/files/card.zip' },
      { label: 'Gone', url: 'https://old.example/wp-content/uploads/gone.pdf' },
    ]);
    const cache = createMenuCache(get(), resolveUrl, plainly);
    const kit = await get().write((tx) =>
      makeMedia(tx, { mimeType: 'application/pdf', file: { file: '2026/01/kit.pdf' } }),
    );
    const card = (file: string) => ({ file, sourceUrl: 'http://old.example/files/card.zip' });
    const zip = await get().write((tx) => makeMedia(tx, { mimeType: 'application/zip', file: card('') }));
    const kitHere = 'Kit(/wp-content/uploads/2026/01/kit.pdf#page=2)';
    const { nodes, targets } = await cache.at('footer');
    expect(draw(nodes)).toBe(
      `${kitHere} Card(http://old.example/files/card.zip) Gone(https://old.example/wp-content/uploads/gone.pdf)`,
    );
    expect(targets.toSorted()).toEqual([`media:${kit}`, `media:${zip}`].toSorted());
    await get().write((tx) => saveMedia(tx, { postId: zip, ...card('card.zip') }));
    expect(draw((await cache.at('footer')).nodes)).toBe(
      `${kitHere} Card(/wp-content/uploads/card.zip) Gone(https://old.example/wp-content/uploads/gone.pdf)`,
    );
  });

  test('a change while a menu loads is not lost', async () => {
    const shown = await page('Before');
    const other = await menuAt('footer', [{ type: 'post_type', object: 'page', objectId: shown }]);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const cache = createMenuCache(
      get(),
      async () => {
        reach();
        await held;
        return '/x';
      },
      plainly,
    );
    const loading = cache.at('footer');
    await reached;
    await get().write((tx) => updatePost(tx, shown, { title: 'After' }));
    release();
    await loading;
    expect(draw((await cache.at('footer')).nodes)).toBe('After(/x)');
    await get().write((tx) => deleteMenu(tx, other.id));
  });

  test('retries a failed load', async () => {
    await menuAt('footer', [{ type: 'post_type', object: 'page', objectId: await page('Fails') }]);
    let fails = true;
    const cache = createMenuCache(
      get(),
      async () => {
        if (fails) throw new Error('no address');
        return '/fine';
      },
      plainly,
    );
    await expect(cache.at('footer')).rejects.toThrow('no address');
    fails = false;
    expect(draw((await cache.at('footer')).nodes)).toBe('Fails(/fine)');
  });

  test('are stored without circles and scripts', async () => {
    const {
      id,
      items: [first, second],
    } = await menuAt('footer', [
      { label: 'a', url: '/a', parent: 1 },
      { label: 'b', url: 'java\tscript:alert(1)', parent: 0 },
      { label: 'c', url: ' data:x', parent: 2 },
    ]);
    const items = await findMenuItems(get().read, id);
    expect(items.map(({ label, url, parentId }) => ({ label, url, parentId }))).toEqual([
      { label: 'a', url: '/a', parentId: 0 },
      { label: 'b', url: '', parentId: first },
      { label: 'c', url: '', parentId: 0 },
    ]);
    const itself = await get().write((tx) =>
      addMenuItem(tx, id, { id: 70_001, label: 'd', url: '/d', parentId: 70_001 }),
    );
    const below = await get().write((tx) => addMenuItem(tx, id, { label: 'e', url: '/e', parentId: second }));
    expect(
      (await findMenuItems(get().read, id)).slice(3).map((item) => [item.id, item.parentId, item.position]),
    ).toEqual([
      [itself, 0, 4],
      [below, second, 5],
    ]);
  });

  test('have names and locations, and report what changed', async () => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    const id = await get().write((tx) => createMenu(tx, { name: ' Main menu ' }));
    const twin = await get().write((tx) => createMenu(tx, { name: 'Main menu' }));
    stop();
    expect(emitted.map(({ tag }) => tag)).toEqual([`menu:${id}`, 'menus', `menu:${twin}`, 'menus']);
    expect(
      (await listMenus(get().read)).filter(({ name }) => name === 'Main menu').map(({ slug }) => slug),
    ).toEqual(['main-menu', 'main-menu-2']);
    expect(await findMenuBySlug(get().read, 'main-menu')).toMatchObject({
      id,
      slug: 'main-menu',
      name: 'Main menu',
    });
    await get().write((tx) => assignMenu(tx, 'mobile', id));
    expect((await findMenuLocations(get().read)).get('mobile')).toBe(id);
    await get().write((tx) => deleteMenu(tx, id));
    expect((await findMenuLocations(get().read)).has('mobile')).toBe(false);
    await expect(get().write((tx) => assignMenu(tx, 'mobile', id))).rejects.toThrow(`no menu ${id}`);
    await expect(get().write((tx) => createMenu(tx, { name: ' ' }))).rejects.toThrow('needs a name');
    await expect(get().write((tx) => replaceMenuItems(tx, 999_999, []))).rejects.toThrow('no menu 999999');
  });
});

test('flattens deep menus, and reads circles without looping', () => {
  const chain = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, parentId: index }));
  let [depth, level] = [0, nest(chain, () => true)];
  for (; level.length > 0; level = level.flatMap(({ children }) => children)) depth++;
  expect(depth).toBe(10);
  expect(
    nest(
      [
        { id: 1, parentId: 2 },
        { id: 2, parentId: 1 },
      ],
      () => true,
    ),
  ).toMatchObject([{ item: { id: 1 }, children: [{ item: { id: 2 }, children: [] }] }]);
});
