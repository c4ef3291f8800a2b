import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('shows the HTML of the gallery', () => {
  expect(renderToStaticMarkup(<View data="<figure>1</figure>" />)).toBe(
    '<div class="product-gallery"><figure>1</figure></div>',
  );
});

test('columns are limited', () => {
  expect([0, 3, 99].map((columns) => block.settings.parse({ columns }).columns)).toEqual([1, 3, 8]);
});
