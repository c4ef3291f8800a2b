import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = { label: '', title: hostileTitle, description: 'About it', pageNumber: 1, subcategories: [{ id: 4, name: 'Chips &amp; machines', url: '/category/x/chips/' }], id: 2, isAuthor: false };

test('names the listing and links to the categories below', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain('<h1>&lt;img');
  expect(html).toContain('<a href="/category/x/chips/">Chips &amp; machines</a>');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, pageNumber: 3 }} blockId="a" />)).toContain('Page 3');
});

test('an author has a portrait; a listing without a name nothing', () => {
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, title: 'Mira Holt', isAuthor: true }} blockId="a" />)).toContain('>MH</span>');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, title: '' }} blockId="a" />)).toBe('');
});
