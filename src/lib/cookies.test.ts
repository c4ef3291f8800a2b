import { expect, test } from 'vitest';
import { parseCookies } from './cookies.ts';

test('reads a value as sent, and the first of duplicates', () => {
  expect(Object.entries(parseCookies('a=%61=b; b = two ;a=second; alone; c='))).toEqual([
    ['a', '%61=b'],
    ['b', 'two'],
    ['c', ''],
  ]);
  expect(parseCookies(undefined)['a']).toBeUndefined();
});

test('accepts names of object properties', () => {
  const cookies = parseCookies('__proto__=1; constructor=2');
  expect([cookies['__proto__'], cookies['constructor'], cookies['toString']]).toEqual(['1', '2', undefined]);
});
