import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import type { ProductStockData } from './loader.server.ts';
import { View } from './view.tsx';

const shown = (data: ProductStockData, settings: object = {}) =>
  renderToStaticMarkup(<View settings={block.settings.parse(settings)} data={data} blockId="a" />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|');

test.each([
  ['instock', undefined, 'In stock'],
  ['instock', 1200, 'In stock: 1,200'],
  ['outofstock', 0, 'Out of stock'],
  ['onbackorder', -3, 'Available on backorder'],
] as const)('%s of %s is shown as "%s"', (status, quantity, text) => {
  expect(shown({ stock: { status, quantity }, sku: '' })).toBe(`|${text}|`);
});

test('shows the SKU as text, unless it is switched off', () => {
  const data = { stock: undefined, sku: '<b>1</b>' };
  expect(shown(data)).toBe('|SKU: |&lt;b&gt;1&lt;/b&gt;|');
  expect(shown(data, { shows_sku: false })).toBe('|');
});
