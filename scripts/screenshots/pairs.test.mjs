import { expect, test } from 'vitest';
import { pairwise } from './pairs.mjs';

const choices = {
  kind: ['home', 'article', 'search', 'author'],
  look: ['a', 'b', 'c', 'd', 'e'],
  scheme: ['light', 'dark'],
  width: [375, 768, 1280],
};

test('covers each pair of choices with a third of all combinations', () => {
  const rows = pairwise(choices);
  for (const [one, some] of Object.entries(choices)) {
    for (const [other, more] of Object.entries(choices)) {
      const unseen = some
        .flatMap((a) => more.map((b) => [a, b]))
        .filter(([a, b]) => !rows.some((row) => row[one] === a && row[other] === b));
      if (one !== other) expect([one, other, ...unseen]).toEqual([one, other]);
    }
  }
  expect(rows.length).toBeLessThanOrEqual(40);
  expect(pairwise(choices)).toEqual(rows);
});

test('leaves out impossible pairs', () => {
  const rows = pairwise(choices, ({ kind, width }) => kind !== 'search' || width !== 375);
  expect(rows.filter(({ kind, width }) => kind === 'search' && width === 375)).toEqual([]);
  expect(rows.some(({ kind, width }) => kind === 'search' && width === 768)).toBe(true);
});
