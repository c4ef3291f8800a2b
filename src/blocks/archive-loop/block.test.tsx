import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  cards: Array.from({ length: 10 }, (_, index) => postCard({ id: index + 1 })), current: 2, pages: 5, hasNext: true, path: '/category/science/',
  structure: 'rewritten' as const, search: undefined, terms: undefined, sections: [], heading: '', above: 0,
};
const render = (attributes: Record<string, unknown>, more: object = {}) => renderToStaticMarkup(
  <View settings={block.settings.parse(attributes)} data={{ ...data, ...more }} blockId="a" />,
);

test('pages are real links', () => {
  const html = render({});
  expect(html).toContain('href="/category/science/page/3/"');
  expect(html).toContain('rel="prev" href="/category/science/"');
  expect(html).toContain('<span class="pager-page" aria-current="page"><span class="visually-hidden">Page </span>2</span>');
  expect(render({}, { structure: 'plain', path: '/?cat=3' })).toContain('href="/?cat=3&amp;paged=3"');
  expect(render({}, { pages: undefined })).toContain('rel="next" href="/category/science/page/3/"');
});

test('below a front it has a title, and its headlines come under it', () => {
  expect(render({ custom_title: 'Latest' }, { above: 40 })).toMatch(/<h2 class="section-title">Latest<\/h2>.*<h3 class="card-title">/);
  expect(render({}, { above: 0 })).toContain('<h2 class="card-title">');
});

test('further pages of a front have a heading of their own', () => {
  expect(render({ custom_title: 'Latest' }, { heading: 'Causeway' })).toMatch(/<h1 class="section-title">Causeway, page 2<\/h1>.*<h2 class="card-title">/);
});

test('an empty listing says what to do', () => {
  expect(render({}, { cards: [], current: 1 })).toContain('Nothing has been published here yet');
  expect(render({}, { cards: [], current: 1 })).not.toContain('npm run');
  expect(render({}, { cards: [], current: 1, path: '/' })).toContain('npm run broadsheet -- import');
  expect(render({}, { cards: [], search: hostileTitle })).toContain('Nothing was found for “&lt;img');
  expect(render({}, { cards: [], search: ' ' })).toContain('Type one or more words');
});
