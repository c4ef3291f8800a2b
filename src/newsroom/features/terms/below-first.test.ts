import { expect, test } from 'vitest';
import { belowFirst } from './below-first.ts';

test('child terms come before their parents', () => {
  const terms = [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 9],
    [5, 1],
  ].map(([id = 0, parent = 0]) => ({ id, parent }));
  expect(belowFirst(terms).map(({ id }) => id)).toEqual([3, 2, 5, 1, 4]);
});
