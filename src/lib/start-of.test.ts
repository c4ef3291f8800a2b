import { expect, test } from 'vitest';
import { shortened, startOf } from './cut-text.ts';

test('the start of a text contains no half of a character, neither at the cut nor from the input', () => {
  expect([
    startOf('short', 10),
    startOf('a😀b', 2),
    startOf('a😀b', 3),
    startOf('a\ud83d b', 10),
    startOf('', 3),
  ]).toEqual(['short', 'a', 'a😀', 'a\ufffd b', '']);
});

test('shortens a text to its limit, ellipsis included', () => {
  expect([shortened('12345', 5), shortened('123456', 5), shortened('123😀6', 5)]).toEqual([
    '12345',
    '1234…',
    '123…',
  ]);
});
