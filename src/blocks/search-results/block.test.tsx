import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { readerTexts } from '../../languages/en.ts';
import type { ReaderText } from '../../languages/en.ts';
import { block } from './block.ts';
import type { SearchHeadingData } from './loader.server.ts';
import { View } from './view.tsx';

const data: SearchHeadingData = {
  query: 'comet',
  within: '',
  pageNumber: 1,
  total: 12,
  isCut: false,
  filters: [],
  suggestion: undefined,
  archives: [],
  texts: readerTexts,
};
const render = (changes: Partial<SearchHeadingData>) =>
  renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ ...data, ...changes }} blockId="a" />,
  );

test('shows the query as text, and the form to search again', () => {
  const html = render({ query: hostileTitle, pageNumber: 2 });
  expect(html).toContain('Results for <q>&lt;img');
  expect(html).toContain('action="/" method="get"');
  expect(html).toContain('name="s"');
  expect(html).toContain('12 results, page 2');
  expect(render({ query: ' ' })).toContain('>Search</h1>');
  expect(render({ within: 'R&D' })).toMatch(/<q>comet<\/q> – R&amp;D<\/h1>/);
});

test('shows the number of results', () => {
  expect(render({ total: 1 })).toContain('>1 result<');
  expect(render({ total: 500, isCut: true })).toContain('>Top 500 results<');
  expect(render({ total: 0 })).not.toContain('result<');
});

test('lists other spellings, types and archives, as text', () => {
  const html = render({
    suggestion: { text: hostileTitle, url: '/?s=x' },
    archives: [{ kind: 'author', id: 1, name: hostileTitle, url: '/author/x/' }],
    filters: [
      { type: '', count: 3, url: '/?s=x', isCurrent: true },
      { type: 'my_book', count: 1, url: '/?s=x&post_type=my_book', isCurrent: false },
    ],
  });
  expect(html).not.toContain('<img');
  expect(html).toContain('Did you mean <a href="/?s=x">&lt;img');
  expect(html).toContain('<a href="/?s=x" aria-current="page">Everything <span>3</span></a>');
  expect(html).toContain('>My book <span>1</span></a>');
  expect(html).toMatch(/Author <a href="\/author\/x\/">&lt;img/);
});

test("uses the site's language throughout", () => {
  const texts = Object.fromEntries(
    Object.keys(readerTexts).map((name) => [
      name,
      readerTexts[name as ReaderText].replaceAll(/(?<!%)\b[a-z]+/gi, 'wort'),
    ]),
  ) as typeof readerTexts;
  const html = render({
    texts,
    pageNumber: 2,
    total: 500,
    isCut: true,
    suggestion: { text: '7', url: '/7' },
    archives: [{ kind: 'author', id: 1, name: '8', url: '/8' }],
    filters: [
      { type: '', count: 3, url: '/9', isCurrent: true },
      { type: 'page', count: 1, url: '/10', isCurrent: false },
    ],
  });
  const words = html
    .replaceAll('comet', '')
    .replaceAll(/<[^>]*>/g, (tag) => /(?:aria-label|placeholder)="([^"]*)"/.exec(tag)?.[1] ?? ' ')
    .match(/[a-z]+/gi);
  expect(new Set(words)).toEqual(new Set(['wort']));
});
