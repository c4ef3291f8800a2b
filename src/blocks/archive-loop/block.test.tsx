import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = { cards: Array.from({ length: 10 }, (_, index) => postCard({ id: index + 1 })), current: 2, pages: 5, hasNext: true, path: '/category/science/', structure: 'rewritten' as const, search: undefined, mistyped: false };
const render = (attributes: Record<string, unknown>, more: object = {}) => renderToStaticMarkup(<View settings={block.settings.parse(attributes)} data={{ ...data, ...more }} blockId="a" />);

test('pages are real links', () => {
  const html = render({});
  expect(html).toContain('href="/category/science/page/3/"');
  expect(html).toContain('rel="prev" href="/category/science/"');
  expect(html).toContain('<span class="pager-page" aria-current="page"><span class="visually-hidden">Page </span>2</span>');
  expect(render({}, { structure: 'plain', path: '/?cat=3' })).toContain('href="/?cat=3&amp;paged=3"');
  expect(render({}, { pages: undefined })).toContain('rel="next" href="/category/science/page/3/"');
});

test('the front begins with the lead package on its first page only', () => {
  expect(render({ style: 'front' }, { current: 1 })).toContain('class="front"');
  expect(render({ style: 'front' })).not.toContain('class="front"');
});

test('an empty listing says what to do', () => {
  expect(render({}, { cards: [], current: 1 })).toContain('Nothing has been published here yet');
  expect(render({}, { cards: [], current: 1 })).not.toContain('npm run');
  expect(render({}, { cards: [], current: 1, path: '/' })).toContain('npm run broadsheet -- import');
  expect(render({}, { cards: [], search: hostileTitle })).toContain('Nothing was found for “&lt;img');
  expect(render({}, { cards: [], search: ' ' })).toContain('Type one or more words');
});
