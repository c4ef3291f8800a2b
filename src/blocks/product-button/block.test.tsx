import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { View } from './view.tsx';

const shown = (text: string) =>
  renderToStaticMarkup(<View data={{ url: 'https://shop.example/a?b=1&c="', text }} />);

test('links to the other shop with the product’s own words, or the usual ones', () => {
  expect(shown('')).toBe(
    '<p class="product-button"><a class="button" href="https://shop.example/a?b=1&amp;c=&quot;" rel="nofollow sponsored noopener">Buy product</a></p>',
  );
  expect(shown('<b>Get it</b>')).toContain('>&lt;b&gt;Get it&lt;/b&gt;</a>');
});
