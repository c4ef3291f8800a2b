import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import type { ShownPrice } from '../product-prices.server.ts';
import { View } from './view.tsx';

const shown = (data: ShownPrice, settings: object = {}) =>
  renderToStaticMarkup(<View settings={block.settings.parse(settings)} data={data} blockId="a" />);
const plain = { from: '$20.00', to: undefined, before: undefined, isOnSale: false };

test('shows one price, a range, and the price before a sale', () => {
  expect(shown(plain)).toBe('<p class="product-price"><bdi>$20.00</bdi></p>');
  expect(shown({ ...plain, to: '$30.00' }, { tone: 'large' })).toBe(
    '<p class="product-price product-price-large"><bdi>$20.00 – $30.00</bdi></p>',
  );
  const sale = shown({ ...plain, before: '$25.00', isOnSale: true });
  expect(sale).toMatch(/<del>.*Original price: .*<bdi>\$25\.00<\/bdi>.*<\/del> <ins>.*<bdi>\$20\.00<\/bdi>/);
  expect(sale).toContain('<span class="product-sale">Sale</span>');
});
