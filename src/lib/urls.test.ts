import { expect, test } from 'vitest';
import { parametersOf, queryOf, withQuery } from './urls.ts';

test('appends parameters after existing ones and before the fragment', () => {
  expect([
    withQuery('/a/', ''),
    withQuery('/a/', 'b=1'),
    withQuery('/a/?b=1', 'c=2'),
    withQuery('/a/#there', 'b=1'),
    withQuery('/a/?b=1#there', 'c=2'),
  ]).toEqual(['/a/', '/a/?b=1', '/a/?b=1&c=2', '/a/?b=1#there', '/a/?b=1&c=2#there']);
});

test('the parameters of a URL end where its fragment begins', () => {
  expect([
    [...parametersOf('/a/')],
    [...parametersOf('/a/?b=1&c#d?e=2')],
    [...parametersOf('/a/#d?e=2')],
  ]).toEqual([[], ['b', 'c'], []]);
});

test('a query starts at the first question mark, and continues after the next', () => {
  expect(['/a/', '/a/?', '/a/?b=1', '/a/?b=/c?d=1&e=2'].map(queryOf)).toEqual([
    '',
    '',
    'b=1',
    'b=/c?d=1&e=2',
  ]);
  expect([...parametersOf('/a/?b=/c?d=1&e=2')]).toEqual(['b', 'e']);
});
