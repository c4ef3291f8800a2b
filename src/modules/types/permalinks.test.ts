import { expect, test } from 'vitest';
import { permalinks } from './permalinks.ts';

const post = { id: 12, type: 'post', slug: 'hello-world' };
const chain = [
  { id: 2, taxonomy: 'category', slug: 'science' },
  { id: 5, taxonomy: 'category', slug: 'space' },
];

test('both structures name the same items, custom taxonomies too', () => {
  const rewritten = permalinks('rewritten');
  const plain = permalinks('plain');
  expect([rewritten.post(post), plain.post(post)]).toEqual(['/hello-world/', '/?p=12']);
  expect([rewritten.term(chain), plain.term(chain)]).toEqual(['/category/science/space/', '/?cat=5']);
  const genre = [{ id: 8, taxonomy: 'genre', slug: 'noir' }];
  expect([
    rewritten.term(genre),
    plain.term(genre),
    plain.term([{ id: 9, taxonomy: 'product_cat', slug: 'cups' }]),
  ]).toEqual(['/genre/noir/', '/?taxonomy=genre&term=noir', '/?product_cat=cups']);
  expect([rewritten.author({ id: 3, slug: 'ada' }), plain.author({ id: 3, slug: 'ada' })]).toEqual([
    '/author/ada/',
    '/?author=3',
  ]);
  expect([rewritten.date(2026, 3), plain.date(2026, 3, 9)]).toEqual(['/2026/03/', '/?m=20260309']);
});

test('pages of listings', () => {
  expect(permalinks('rewritten').paged('/category/science/', 2)).toBe('/category/science/page/2/');
  expect(permalinks('rewritten').paged('/?s=moon', 3)).toBe('/page/3/?s=moon');
  expect(permalinks('plain').paged('/?cat=5', 2)).toBe('/?cat=5&paged=2');
  expect(permalinks('plain').paged('/', 2)).toBe('/?paged=2');
});

test('slugs of other scripts are percent-encoded, and a post without one is still reachable', () => {
  expect(permalinks('rewritten').post({ id: 4, type: 'post', slug: 'あ/b' })).toBe('/%E3%81%82%2Fb/');
  expect(permalinks('rewritten').post({ id: 4, type: 'post', slug: '' })).toBe('/?p=4');
  expect(permalinks('rewritten').post({ id: 4, type: 'page', slug: 'team' }, ['about'])).toBe('/about/team/');
});
