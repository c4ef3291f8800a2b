import { expect, test } from 'vitest';
import { islandPrefixes } from '../../reader/islands/island-server.tsx';
import { defaultSettings as site } from '../../modules/settings/settings.ts';
import type { Act } from '../../reader/islands/acting.ts';
import { noteReadsNow } from '../../lib/noted-reads.ts';
import { drawnBefore, keepDrawn } from './render-document.ts';

const links = ['a', 'b'];
const drawn = (html: string) => noteReadsNow(() => html);

test('renders a view again only when its settings, data, place or site differ', () => {
  const settings = { location: 'primary' };
  const noted: Act[] = [];
  keepDrawn(settings, {
    blockId: 'tdi_1',
    data: { links, path: '' },
    site,
    html: drawn('<nav>'),
    islands: [],
    acts: [{ name: 'nav-menu' }],
  });
  const again = (data: unknown, more: { settings?: object; id?: string; site?: typeof site } = {}) =>
    drawnBefore(
      more.settings ?? settings,
      more.id ?? 'tdi_1',
      data,
      more.site ?? site,
      islandPrefixes(),
      (act) => noted.push(act),
    );
  expect(again({ links, path: '' })).toBe('<nav>');
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
    expect(again(data)).toBeUndefined();
  }
  expect(again({ links, path: '' }, { settings: { ...settings } })).toBeUndefined();
  expect(again({ links, path: '' }, { id: 'tdi_2' })).toBeUndefined();
  expect(again({ links, path: '' }, { site: { ...site } })).toBeUndefined();
});

test('islands of a cached view get the prefixes of the page that contains it', () => {
  const settings = {};
  const first = islandPrefixes();
  const prefix = first('tdi_1');
  keepDrawn(settings, {
    blockId: 'tdi_1',
    data: links,
    site,
    html: drawn(`<div data-prefix="${prefix}"><input id="${prefix}r0"></div>`),
    islands: [{ id: 'tdi_1', prefix }],
    acts: [],
  });
  expect(drawnBefore(settings, 'tdi_1', links, site, islandPrefixes(), () => {})).toBe(
    '<div data-prefix="tdi_1-0-"><input id="tdi_1-0-r0"></div>',
  );
  const page = islandPrefixes();
  page('tdi_1');
  expect(drawnBefore(settings, 'tdi_1', links, site, page, () => {})).toBe(
    '<div data-prefix="tdi_1-1-"><input id="tdi_1-1-r0"></div>',
  );
});
