import { expect, test } from 'vitest';
import { portions } from './batch.ts';

test('pieces hold everything once, in order, and never more than a thousand', () => {
  for (const length of [0, 1, 999, 1000, 1001, 2500]) {
    const items = Array.from({ length }, (_, place) => place);
    const pieces = [...portions(items)];
    expect(pieces.flat()).toEqual(items);
    expect(pieces.every((piece) => piece.length > 0 && piece.length <= 1000)).toBe(true);
  }
});
