import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IslandScope, islandPrefixes } from '../../reader/islands/island-server.tsx';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { configId } from '../../reader/islands/acting.ts';
import { block } from './block.ts';
import type { HeaderSearchData } from './loader.server.ts';
import { View } from './view.tsx';

const settings = block.settings.parse({});
const data: HeaderSearchData = { limit: 3, live: true, atts: '', postType: '', mobile: true };

test('is a form that works without JavaScript', () => {
  const html = renderToString(<View settings={settings} data={data} blockId="b1" />);
  expect(html).toMatch(/<form role="search" [^>]*action="\/" method="get">/);
  expect(html).toMatch(/<input [^>]*name="s"/);
});

test('is an island that wakes on interaction, with its props in the page’s head', () => {
  const { html, acts } = renderActing(<View settings={settings} data={data} blockId="b1" />);
  expect(acts).toEqual([
    { name: 'header-search', config: { limit: 3, live: true, atts: '', postType: '', mobile: true } },
  ]);
  expect(html).toContain(
    `<div data-island="header-search" data-wake="interaction" data-prefix="b1-" data-config="${configId(acts[0]?.config)}">`,
  );
});

test('two on a page have different ids, even with one block id', () => {
  const view = <View settings={settings} data={data} blockId="b1" />;
  const html = renderToString(
    <IslandScope value={islandPrefixes()}>
      {view}
      {view}
    </IslandScope>,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('invalid attributes read as defaults', () => {
  expect(block.settings.parse({ limit: 'many', disable_live_search: [] })).toEqual(settings);
});

test('the results page keeps the filter by one post type', () => {
  expect(
    renderToString(<View settings={settings} data={{ ...data, postType: 'product' }} blockId="b1" />),
  ).toContain('<input type="hidden" name="post_type" value="product"/>');
});
