import { expect, test } from 'vitest';

test('toEqual takes -0 for 0, at any depth, and no other number', () => {
  expect(-0).toEqual(0);
  expect([Math.round(-0.3), { left: -0 }]).toEqual([0, { left: 0 }]);
  for (const other of [1, -1, Number.MIN_VALUE, Number.NaN, null, undefined, false, '', '0'])
    expect([other]).not.toEqual([0]);
});
