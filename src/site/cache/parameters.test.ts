import { expect, test } from 'vitest';
import { withCarriedQuery } from './parameters.ts';

test('unescaped characters of a query are output as the sent bytes, and escaped ones stay escaped', () => {
  const asItComes = (query: string) => Buffer.from(query).toString('latin1');
  const carried = (query: string) =>
    withCarriedQuery('https://site.example/new/', `/old/?${asItComes(query)}`, 'https://site.example');
  expect(carried('utm_source=é')).toBe('https://site.example/new/?utm_source=%C3%A9');
  expect(carried('utm_source=%C3%A9&utm_term="<東京>"')).toBe(
    'https://site.example/new/?utm_source=%C3%A9&utm_term=%22%3C%E6%9D%B1%E4%BA%AC%3E%22',
  );
});
