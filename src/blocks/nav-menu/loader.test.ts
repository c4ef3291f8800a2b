import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { present } from '../../../test/harness/present.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../modules/menus/store.ts';
import type { MenuItemInput } from '../../modules/menus/store.ts';
import { block } from './block.ts';
import type { MenuLink } from './data.ts';
import { load } from './loader.server.ts';

/** `About[Team]` */
const draw = (links: readonly MenuLink[]): string =>
  links.map(({ label, children }) => label + (children.length > 0 ? `[${draw(children)}]` : '')).join(' ');

onBothDatabases('items of a menu', (get) => {
  const menu = (location: 'primary' | 'footer', items: readonly (MenuItemInput & { parent?: number })[]) =>
    get().write(async (tx) => {
      const id = await createMenu(tx, { name: location });
      await replaceMenuItems(tx, id, items);
      await assignMenu(tx, location, id);
    });
  const show = async (attributes: object = {}) =>
    present(await load(block.settings.parse(attributes), fakeLoadContext(testContent(get()))));

  test('falls back to the largest categories when no menu is assigned, unless that is disabled', async () => {
    await get().write(async (tx) => makePost(tx, { termIds: [await makeTerm(tx, { name: 'Weather' })] }));
    expect(draw((await show()).links)).toBe('Weather');
    expect(
      await load(block.settings.parse({ fallback: false }), fakeLoadContext(testContent(get()))),
    ).toBeUndefined();
  });

  test('items deeper than four levels follow their ancestor, and a list shows as many levels as set', async () => {
    await menu(
      'primary',
      [0, 1, 2, 3, 4, 5].map((n) => ({ label: `L${n}`, url: `/${n}/`, ...(n > 0 ? { parent: n - 1 } : {}) })),
    );
    expect(draw((await show()).links)).toBe('L0[L1[L2[L3 L4 L5]]]');
    expect(draw((await show({ depth: 2, style: 'list' })).links)).toBe('L0[L1]');
  });

  test('[MENU-13] items that follow their ancestor, and those in the row of a mega menu, have its audience', async () => {
    const audiences = (links: readonly MenuLink[]): string[] =>
      links.flatMap(({ label, audience, children }) => [`${label} ${audience}`, ...audiences(children)]);
    const page = await get().write((tx) => makePost(tx, { type: 'page' }));
    await menu('primary', [
      ...[0, 1, 2, 3, 4, 5].map((n) => ({
        label: `L${n}`,
        url: `/${n}/`,
        ...(n > 0 ? { parent: n - 1 } : {}),
        ...(n === 4 ? { audience: 'signed-in' as const } : {}),
      })),
      { label: 'Mega', url: '#', megaKind: 'page', megaId: page },
      { label: 'Users', url: '/users/', parent: 6, audience: 'signed-in' },
      { label: 'Profile', url: '/profile/', parent: 7 },
      { label: 'Nobody', url: '/nobody/', parent: 7, audience: 'signed-out' },
      { label: 'None', url: '/none/', parent: 9 },
    ]);
    expect(audiences((await show()).links).join()).toBe(
      'L0 ,L1 ,L2 ,L3 ,L4 signed-in,L5 signed-in,Mega ,Users signed-in,Profile signed-in',
    );
  });

  test('URLs of the site itself are paths', async () => {
    await menu('footer', [
      { label: 'a', url: 'https://example.test' },
      { label: 'b', url: 'https://example.test/b/' },
      { label: 'c', url: 'https://example.test.evil/c/' },
    ]);
    expect((await show({ location: 'footer' })).links.map(({ url }) => url)).toEqual([
      '/',
      '/b/',
      'https://example.test.evil/c/',
    ]);
  });

  test('a mega menu is fetched late by default, does not repeat items that its panel lists, and has a row for other children', async () => {
    const { science, physics, page, draft } = await get().write(async (tx) => {
      const top = await makeTerm(tx, { name: 'Science' });
      const below = await makeTerm(tx, { name: 'Physics', parentId: top });
      await makePost(tx, { termIds: [below] });
      return {
        science: top,
        physics: below,
        page: await makePost(tx, { type: 'page' }),
        draft: await makePost(tx, { type: 'page', status: 'draft' }),
      };
    });
    await menu('primary', [
      { type: 'taxonomy', object: 'category', objectId: science, megaKind: 'category', megaId: science },
      { type: 'taxonomy', object: 'category', objectId: physics, parent: 0 },
      { label: 'Labs', url: '/labs/', parent: 0 },
      { label: 'Notes', url: '/notes/', parent: 1 },
      { label: 'Jobs', url: '/jobs/', parent: 2 },
      { label: 'Page', url: '#', megaKind: 'page', megaId: page },
      { label: 'Draft', url: '#', megaKind: 'page', megaId: draft },
      { label: 'None', url: '#', megaKind: 'category', megaId: 999_999 },
    ]);
    const { links } = await show();
    expect(draw(links)).toBe('Science[Notes Labs Jobs] Page Draft None');
    expect(
      links.map(
        ({ mega }) => mega && [mega.kind, mega.id, mega.html, mega.links.map(({ name }) => name).join()],
      ),
    ).toEqual([
      ['category', science, undefined, 'All Science,Physics'],
      ['page', page, undefined, ''],
      undefined,
      undefined,
    ]);
    expect((await show({ style: 'list' })).links.every(({ mega }) => mega === undefined)).toBe(true);
  });
});
