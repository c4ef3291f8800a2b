import { expect, test } from 'vitest';
import { portions } from './batch.ts';

test('pieces contain everything once, in order, at most a thousand each', () => {
  for (const length of [0, 1, 999, 1000, 1001, 2500]) {
    const items = Array.from({ length }, (_, place) => place);
    const pieces = [...portions(items)];
    expect(pieces.flat()).toEqual(items);
    expect(pieces.every((piece) => piece.length > 0 && piece.length <= 1000)).toBe(true);
  }
});
