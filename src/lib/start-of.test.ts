import { expect, test } from 'vitest';
import { shortened, startOf } from './cut-text.ts';

test('the start of a text has no half of a character, neither at its cut nor from what was sent', () => {
  expect([
    startOf('short', 10),
    startOf('a😀b', 2),
    startOf('a😀b', 3),
    startOf('a\ud83d b', 10),
    startOf('', 3),
  ]).toEqual(['short', 'a', 'a😀', 'a\ufffd b', '']);
});

test('a text that is too long is shortened to what it may be, with its ellipsis', () => {
  expect([shortened('12345', 5), shortened('123456', 5), shortened('123😀6', 5)]).toEqual([
    '12345',
    '1234…',
    '123…',
  ]);
});
