import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  cards: Array.from({ length: 10 }, (_, index) => postCard({ id: index + 1 })),
  current: 2,
  pages: 5,
  hasNext: true,
  path: '/category/science/',
  structure: 'rewritten' as const,
  search: undefined,
  terms: undefined,
  sections: [],
  heading: '',
  above: 0,
};
const render = (attributes: Record<string, unknown>, more: object = {}) =>
  renderToStaticMarkup(
    <View settings={block.settings.parse(attributes)} data={{ ...data, ...more }} blockId="a" />,
  );

test('pages are real links', () => {
  const html = render({});
  expect(html).toContain('href="/category/science/page/3/"');
  expect(html).toContain('rel="prev" href="/category/science/"');
  expect(html).toContain(
    '<span class="pager-page" aria-current="page"><span class="visually-hidden">Page </span>2</span>',
  );
  expect(render({}, { structure: 'plain', path: '/?cat=3' })).toContain('href="/?cat=3&amp;paged=3"');
});

test('without a page count, numbers the pages that certainly exist', () => {
  const numbers = (current: number, hasNext: boolean) =>
    render({}, { pages: undefined, current, hasNext })
      .match(/<nav.*<\/nav>/)?.[0]
      .replaceAll(/<span class="visually-hidden">[^<]*<\/span>/g, '')
      .replaceAll(/<[^>]+>/g, ' ')
      .trim()
      .split(/ +/);
  expect(numbers(1, true)).toEqual(['1', '2', '…', 'Older']);
  expect(numbers(3, true)).toEqual(['Newer', '1', '2', '3', '4', '…', 'Older']);
  expect(numbers(2, false)).toEqual(['Newer', '1', '2']);
  // Search results are not sorted by date.
  expect(render({}, { search: 'rain' })).toMatch(
    /rel="prev"[^>]*><span>Previous<.*rel="next"[^>]*><span>Next</,
  );
  expect(render({}, { pages: undefined })).toContain(
    '<a class="pager-page" href="/category/science/page/3/">',
  );
  expect(render({}, { pages: undefined })).toContain('rel="next" href="/category/science/page/3/"');
});

test('below a front lead it has a title, with its headlines one level below', () => {
  expect(render({ custom_title: 'Latest' }, { above: 40 })).toMatch(
    /<h2 class="section-title">Latest<\/h2>.*<h3 class="card-title">/,
  );
  expect(render({}, { above: 0 })).toContain('<h2 class="card-title">');
});

test('further pages of a front page have their own heading', () => {
  expect(render({ custom_title: 'Latest' }, { heading: 'Causeway' })).toMatch(
    /<h1 class="section-title">Causeway, page 2<\/h1>.*<h2 class="card-title">/,
  );
});

test('[SHOP-01] lists of products have prices in place of author, date and excerpt', () => {
  const cards = [1, 2].map((id) => postCard({ id, excerpt: 'An excerpt.' }));
  const prices = new Map([[1, { from: '$5.00', to: undefined, before: undefined, isOnSale: false }]]);
  const html = render({ style: 'cards', show_price: true }, { cards, prices });
  expect(html.match(/\$5\.00/g)).toHaveLength(1);
  expect(html).not.toMatch(/byline|<time|An excerpt/);
  expect(html).toMatch(/rel="prev"[^>]*><span>Previous<.*rel="next"[^>]*><span>Next</);
  expect(render({ style: 'cards' }, { cards })).toMatch(/byline/);
});

test('an empty listing says what to do', () => {
  expect(render({}, { cards: [], current: 1 })).toContain('Nothing has been published here yet');
  expect(render({}, { cards: [], current: 1 })).not.toContain('/wp-admin/');
  expect(render({}, { cards: [], current: 1, path: '/' })).toContain('<a href="/wp-admin/">');
  expect(render({}, { cards: [], search: hostileTitle })).toContain('No results for “&lt;img');
  expect(render({}, { cards: [], search: ' ' })).toContain('Enter one or more words');
});

test('an author’s page names the author at the top and not in each byline, but names co-authors', () => {
  const card = postCard();
  const both = postCard({
    id: 2,
    authors: [...card.authors, { id: 8, name: 'Ada Quist', url: '/author/ada/' }],
  });
  expect(render({}, { cards: [card], by: 3 })).not.toContain('Mira Holt');
  expect(render({}, { cards: [both], by: 3 })).toContain('Mira Holt');
  expect(render({}, { cards: [card], by: undefined })).toContain('Mira Holt');
});

test('posts of a year are listed below their months, those of a month below their days', () => {
  const cards = [20, 20, 3].map((day, index) =>
    postCard({ id: index + 1, publishedAt: Date.UTC(2026, 10 - index, day, 12) }),
  );
  const html = render({ big_first: true }, { cards, groups: 'month', current: 1 });
  expect([...html.matchAll(/archive-group">([^<]*)/g)].map(([, title]) => title)).toEqual([
    'November 2026',
    'October 2026',
    'September 2026',
  ]);
  expect(html).not.toContain('archive-first');
  expect(html).toContain('<h3 class="card-title">');
  const daily = render({}, { cards: [postCard(), postCard({ id: 2 })], groups: 'day' });
  expect(daily.match(/archive-group/g)).toHaveLength(1);
  expect(daily).toContain('Tuesday, November 17, 2026');
});

test('an empty search shows the newest posts', () => {
  const html = render(
    {},
    { cards: [], current: 1, search: 'zzz', offered: { title: 'Latest', cards: [postCard()] } },
  );
  expect(html).toMatch(/No results for.*<h2 class="section-title">Latest<\/h2>.*href="\/post-1\/"/);
});

test('a list without pictures opens with text, and one that lacks only its first picture stays even', () => {
  const bare = [1, 2, 3].map((id) => postCard({ id, picture: undefined }));
  const [first = postCard(), ...others] = bare;
  expect(render({ big_first: true }, { cards: bare, current: 1 })).toContain('archive-first');
  expect(
    render({ big_first: true }, { cards: [first, postCard({ id: 9 }), ...others], current: 1 }),
  ).not.toContain('archive-first');
});

test('posts that would leave half a row in two columns go below each other', () => {
  const columns = (count: number, more: object = {}, attributes: object = {}) =>
    [
      ...render(
        { ...attributes },
        {
          current: 1,
          cards: Array.from({ length: count }, (_, index) => postCard({ id: index + 1 })),
          ...more,
        },
      ).matchAll(/list list-list columns-(\d)/g),
    ].map(([, number]) => Number(number));
  expect([1, 3, 4, 5].map((count) => columns(count))).toEqual([[1], [1], [3], [3]]);
  expect(columns(3, { search: 'rain', terms: [] })).toEqual([1]);
  // Only posts below the large one are counted.
  expect(columns(4, {}, { big_first: true })).toEqual([1]);
  expect([3, 4].map((count) => columns(count, {}, { td_column_number: 2 }))).toEqual([[1], [2]]);
});

test('[LAZY-07] pictures of an incomplete last row are wider to match', () => {
  const shares = (count: number, columns: number) =>
    [
      ...render(
        { style: 'cards', td_column_number: columns },
        { current: 1, cards: Array.from({ length: count }, (_, index) => postCard({ id: index + 1 })) },
      ).matchAll(/sizes="\(min-width: 2240px\) (\d+)px/g),
    ].map(([, width]) => Number(width));
  expect(shares(6, 3)).toEqual(Array(6).fill(619));
  expect(shares(5, 3)).toEqual([619, 619, 619, 944, 944]);
  expect(shares(4, 3)).toEqual([619, 619, 619, 944]);
  expect(shares(7, 4)).toEqual([456, 456, 456, 456, 619, 619, 619]);
});
