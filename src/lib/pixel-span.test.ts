import { expect, test } from 'vitest';
import { pixelSpan } from './numbers.ts';

test('a part that reaches the edge of a picture ends there, wherever it begins', () => {
  for (const pixels of [1, 50, 333, 750, 1250, 1350]) {
    for (let from = 0; from <= 100; from++) {
      const { start, length } = pixelSpan(from, 100 - from, pixels);
      expect([pixels, from, start + length]).toEqual([pixels, from, pixels]);
    }
  }
  expect(pixelSpan(33.3, 66.7, 1000)).toEqual({ start: 333, length: 667 });
  expect(pixelSpan(60, 60, 200)).toEqual({ start: 120, length: 120 }); // values outside it report that
});
