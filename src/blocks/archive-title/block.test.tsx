import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  label: '',
  title: hostileTitle,
  description: 'About it',
  pageNumber: 1,
  subcategories: [{ id: 4, name: 'Chips & machines', url: '/category/x/chips/' }],
  parent: undefined,
  colour: { accent: 3 },
  author: undefined,
};
const render = (more: object = {}) =>
  renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, ...more }} blockId="a" />);

test('names the listing in its colour and links to its parent and child categories', () => {
  const html = render({ parent: { id: 1, name: 'Technology', url: '/category/technology/' } });
  expect(html).toContain('<h1>&lt;img');
  expect(html).toContain('archive-title-category accent-3');
  expect(html).toContain('<p class="archive-label"><a href="/category/technology/">Technology</a></p>');
  expect(html).toContain('<a href="/category/x/chips/">Chips &amp; machines</a>');
  expect(render({ pageNumber: 3 })).toContain('Page 3');
});

test('an author has an avatar or initials and a website link, and a listing without a name renders nothing', () => {
  const author = {
    id: 3,
    portrait: undefined,
    url: 'https://www.mira.example/',
    links: [{ url: 'https://x.com/mira', name: 'X', path: 'M1 1' }],
  };
  const html = render({ title: 'Mira Holt', colour: undefined, author });
  expect(html).toContain('>MH</span>');
  expect(html).toContain('<a href="https://www.mira.example/" rel="me noopener">mira.example</a>');
  expect(html).toMatch(
    /<a href="https:\/\/x\.com\/mira" rel="me" title="X"><svg.*<span class="screen-reader-text">X<\/span><\/a>/,
  );
  expect(render({ title: 'Mira Holt', author: { ...author, url: '', portrait: '/p.jpg' } })).toContain(
    'src="/p.jpg"',
  );
});

test('the archive of a day or a month has a decorative calendar sheet', () => {
  expect(render({ leaf: { above: 'Nov', large: '24' } })).toContain(
    '<p class="archive-leaf" aria-hidden="true"><span>Nov</span>24</p>',
  );
  expect(render()).not.toContain('archive-leaf');
});
