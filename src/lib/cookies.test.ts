import { expect, test } from 'vitest';
import { parseCookies } from './cookies.ts';

test('a value is read as sent, and the first of a name counts', () => {
  expect(Object.entries(parseCookies('a=%61=b; b = two ;a=second; alone; c='))).toEqual([
    ['a', '%61=b'],
    ['b', 'two'],
    ['c', ''],
  ]);
  expect(parseCookies(undefined)['a']).toBeUndefined();
});

test('names of object properties are names like any other', () => {
  const cookies = parseCookies('__proto__=1; constructor=2');
  expect([cookies['__proto__'], cookies['constructor'], cookies['toString']]).toEqual(['1', '2', undefined]);
});
