import { expect, test } from 'vitest';
import { slowest, slowestLines } from './slowest.ts';

test('the slowest are first, ten of them, and ties are stable', () => {
  const timed = Array.from({ length: 12 }, (_, n) => ({
    name: `file ${String(n).padStart(2, '0')}`,
    seconds: n === 3 ? 99.25 : 1,
  }));
  expect(slowest(timed, 3).map(({ name }) => name)).toEqual(['file 03', 'file 00', 'file 01']);
  expect(slowestLines('The slowest files:', timed)).toHaveLength(11);
  expect(slowestLines('The slowest files:', timed).slice(0, 2)).toEqual([
    'The slowest files:',
    '   99.3 s  file 03',
  ]);
  expect(slowestLines('The slowest files:', [])).toEqual([]);
});
