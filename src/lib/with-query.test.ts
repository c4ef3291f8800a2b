import { expect, test } from 'vitest';
import { parametersOf, withQuery } from './with-query.ts';

test('further parameters stand behind those that an address has, and before its fragment', () => {
  expect([withQuery('/a/', ''), withQuery('/a/', 'b=1'), withQuery('/a/?b=1', 'c=2'), withQuery('/a/#there', 'b=1'), withQuery('/a/?b=1#there', 'c=2')])
    .toEqual(['/a/', '/a/?b=1', '/a/?b=1&c=2', '/a/?b=1#there', '/a/?b=1&c=2#there']);
});

test('the parameters of an address end where its fragment begins', () => {
  expect([[...parametersOf('/a/')], [...parametersOf('/a/?b=1&c#d?e=2')], [...parametersOf('/a/#d?e=2')]]).toEqual([[], ['b', 'c'], []]);
});
