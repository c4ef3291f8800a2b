import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listData } from '../../../test/harness/list-data.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { stylesFor } from '../block.ts';
import type { ShownPrice } from '../product-prices.server.ts';
import { findBlockByWireName } from '../registry.server.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const price: ShownPrice = { from: '$20.00', to: undefined, before: undefined, isOnSale: false };
const cards = [1, 2, 3].map((id) => postCard({ id, title: id === 1 ? hostileTitle : `Title ${id}` }));
const data = {
  ...listData(
    { ajax_pagination: 'numbered', show_meta: false, show_excerpt: false, show_category: false },
    { cards, path: '/shop-window/', state: { block_type: 'td_woo_products_loop' } },
  ),
  prices: new Map<number, ShownPrice>([
    [1, price],
    [2, { ...price, before: '$25.00', isOnSale: true }],
  ]),
};

test('[SHOP-02] products have their price in place of author and date, and pages have numbers', () => {
  const html = renderToStaticMarkup(<View data={data} blockId="tdi_2" />);
  expect(html.match(/<article/g)).toHaveLength(3);
  expect(html.match(/<bdi>[^<]*<\/bdi>/g)).toEqual([
    '<bdi>$20.00</bdi>',
    '<bdi>$25.00</bdi>',
    '<bdi>$20.00</bdi>',
  ]);
  expect(html).not.toMatch(/byline|<time|card-excerpt|<img src=x/);
  expect(html).toContain('data-block-type="td_woo_products_loop"');
  expect(html).toContain('href="/shop-window/?td_block=tdi_2&amp;td_page=2#tdi_2"');
});

test('lists four products in a row, and names the style sheet of prices', () => {
  const settings = block.settings.parse({});
  const listed = findBlockByWireName('td_woo_products_loop');
  expect([settings.limit, settings.td_column_number, settings.ajax_pagination]).toEqual([12, 4, 'numbered']);
  expect(listed && stylesFor(listed.block.definition, settings)).toEqual(
    expect.arrayContaining(['broadsheet/post-list', 'broadsheet/product-price', 'pager']),
  );
});
