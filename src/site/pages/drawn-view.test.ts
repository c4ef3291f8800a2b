import { expect, test } from 'vitest';
import { islandPrefixes } from '../../reader/islands/island-server.tsx';
import { defaultSettings as site } from '../../modules/settings/settings.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { noteReadsNow } from '../../lib/noted-reads.ts';
import { drawnBefore } from './drawn-view.ts';

const links = ['a', 'b'];
const settings = { location: 'primary' };
const source = { blockId: 'tdi_1', settings, data: { links, path: '' } as unknown, site };

test('renders a view again only when its settings, data, place or site differ', () => {
  const noted: Act[] = [];
  const view = {
    ...source,
    html: noteReadsNow(() => '<nav>'),
    islands: [],
    acts: [{ name: 'nav-menu' }],
  };
  const again = (change: Partial<typeof source>) =>
    drawnBefore(view, { ...source, ...change }, islandPrefixes(), (act) => noted.push(act));
  expect(again({ data: { links, path: '' } })).toBe('<nav>');
  expect(noted).toEqual([{ name: 'nav-menu' }]);
  for (const data of [
    { links, path: '/a/' },
    { links: [...links], path: '' },
    { links },
    { links, path: '', more: 1 },
    { links, way: '' },
    [links, ''],
    undefined,
    '',
    links,
  ]) {
    expect(again({ data })).toBeUndefined();
  }
  expect(again({ settings: { ...settings } })).toBeUndefined();
  expect(again({ blockId: 'tdi_2' })).toBeUndefined();
  expect(again({ site: { ...site } })).toBeUndefined();
});

test('islands of a cached view get the prefixes of the page that contains it', () => {
  const prefix = islandPrefixes()('tdi_1');
  const view = {
    ...source,
    html: noteReadsNow(() => `<div data-prefix="${prefix}"><input id="${prefix}r0"></div>`),
    islands: [{ id: 'tdi_1', prefix }],
    acts: [],
  };
  expect(drawnBefore(view, source, islandPrefixes(), () => {})).toBe(
    '<div data-prefix="tdi_1-0-"><input id="tdi_1-0-r0"></div>',
  );
  const page = islandPrefixes();
  page('tdi_1');
  expect(drawnBefore(view, source, page, () => {})).toBe(
    '<div data-prefix="tdi_1-1-"><input id="tdi_1-1-r0"></div>',
  );
});
