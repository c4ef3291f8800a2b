import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IslandScope, islandPrefixes } from '../../islands/island-server.tsx';
import { block } from './block.ts';
import { View } from './view.tsx';

const settings = block.settings.parse({});

test('is a form that works without JavaScript', () => {
  const html = renderToString(<View settings={settings} data={{ limit: 4 }} blockId="b1" />);
  expect(html).toMatch(/<form role="search" [^>]*action="\/" method="get">/);
  expect(html).toMatch(/<input [^>]*name="s"/);
});

test('is an island that wakes on interaction, with its props behind it', () => {
  const html = renderToString(<View settings={settings} data={{ limit: 3 }} blockId="b1" />);
  expect(html).toContain('<div data-island="header-search" data-wake="interaction" data-prefix="b1-">');
  expect(html).toContain('<script type="application/json" data-island-props="">{"limit":3,"live":true}</script>');
});

test('two of one page have ids of their own, even with one block id', () => {
  const view = <View settings={settings} data={{ limit: 4 }} blockId="b1" />;
  const html = renderToString(<IslandScope value={islandPrefixes()}>{view}{view}</IslandScope>);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
});

test('broken attributes read as defaults', () => {
  expect(block.settings.parse({ limit: 'many', disable_live_search: [] })).toEqual(settings);
});

test('the setting disable_live_search reaches the browser', () => {
  const off = block.settings.parse({ disable_live_search: 'yes' });
  expect(renderToString(<View settings={off} data={{ limit: 4 }} blockId="b1" />)).toContain('"live":false');
});
