import { expect, test } from 'vitest';
import type { LoadedBlock, LoadedNode } from './load-blocks.ts';
import { textRowOf, withTextRow, sidebarHeight, textHeight } from './text-row.ts';

const node = (name: string, settings: object = {}, ...children: readonly LoadedNode[]): LoadedBlock => ({
  block: { definition: { name } } as LoadedBlock['block'],
  settings,
  data: undefined,
  blockId: 'a',
  children,
});
const column = (className: string, settings: object, ...children: readonly LoadedNode[]) =>
  node('broadsheet/column', { className, ...settings }, ...children);
const main = column('column-main', {}, node('broadsheet/post-content'));
const sidebar = (settings: object = {}) => column('column-sidebar', settings, node('broadsheet/trending'));
const row = (...children: readonly LoadedNode[]) =>
  node('broadsheet/row', { layout: 'sidebar' }, ...children);

const card =
  '<li><article class="card card-thumb"><div class="card-text"><h3 class="card-title">A title of a post</h3></div></article></li>';
const list = `<section><h2 class="section-title">List</h2><ul>${card.repeat(6)}</ul></section>`;
const long = `<div>${`<p>${'word '.repeat(80)}</p>`.repeat(20)}</div>`;

test('a row whose text continues below its sidebar ends its two columns', () => {
  expect(textRowOf(row(main, sidebar()), [long, list])).toMatchObject({ isFree: true });
  expect(textRowOf(row(main, sidebar({ 'sticky-enabled-on': 'site' })), [long, list])).toMatchObject({
    isFree: true,
  });
  expect(textRowOf(row(sidebar(), main), [list, long])).toMatchObject({ isFree: true });
  expect(textRowOf(row(main, sidebar()), ['<p>Short.</p>', list])).toMatchObject({ isFree: false });
});

test('a sidebar limited to some screens keeps its column to the end', () => {
  expect(textRowOf(row(main, sidebar({ 'sticky-enabled-on': 'desktop,phone' })), [long, list])).toMatchObject(
    { isFree: false },
  );
});

test('rows without a text, or without a sidebar, stay unchanged', () => {
  expect(
    textRowOf(row(column('column-main', {}, node('broadsheet/archive-loop')), sidebar()), [long, list]),
  ).toBeUndefined();
  expect(textRowOf(row(main), [long])).toBeUndefined();
  expect(
    textRowOf(node('broadsheet/row', { layout: 'columns' }, main, sidebar()), [long, list]),
  ).toBeUndefined();
  expect(textRowOf(row('text', sidebar()), ['text', list])).toBeUndefined();
});

test('estimates the sidebar’s height: cards by shape, ads by size, text by lines', () => {
  const track = (html: string) => textRowOf(row(main, sidebar()), [long, html])?.track ?? 0;
  expect(track(list)).toBeGreaterThan(700);
  expect(track(list)).toBeLessThan(900);
  expect(
    sidebarHeight(list + '<div class="ad" style="--desktop-height:600px"></div>') - sidebarHeight(list),
  ).toBe(630);
  expect(sidebarHeight(`<p>${'word '.repeat(100)}</p>`)).toBeGreaterThan(300);
  expect(sidebarHeight('<noscript><img></noscript><script>let a = "<img>"</script>')).toBe(0);
  expect(sidebarHeight('')).toBe(0);
});

test('wide characters fill lines twice as fast', () => {
  expect(textHeight(`<p>${'\u6771'.repeat(150)}</p>`)).toBeGreaterThan(
    textHeight(`<p>${'a'.repeat(150)}</p>`),
  );
});

test('marks only the first tag, and keeps its style', () => {
  const marked = { track: 900, isFree: true };
  expect(withTextRow('<div class="row row-sidebar"><div class="row"></div></div>', marked)).toBe(
    '<div class="row row-sidebar text-row is-free" style="--track:900px"><div class="row"></div></div>',
  );
  expect(withTextRow('<div class="row" style="gap:12px"></div>', { track: 0, isFree: false })).toBe(
    '<div class="row text-row" style="gap:12px;--track:0px"></div>',
  );
});
