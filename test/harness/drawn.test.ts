import { expect, test } from 'vitest';
import { whole } from './runs-here.ts';
import { drawn, isDrawn } from './drawn.ts';

const questions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const tries = Array.from({ length: 300 }, (_, n) => `try ${n}`);

test.skipIf(whole)('one case in so many runs, never zero, reproducibly, and each in some draw', () => {
  for (const [of, sizes] of [
    [2, [3, 4]],
    [3, [2, 3]],
    [7, [1]],
    [20, [1]],
  ] as const) {
    const drawnQuestions = tries.map((words) => drawn(words, questions, of));
    expect([of, [...new Set(drawnQuestions.map(({ length }) => length))].toSorted()]).toEqual([of, sizes]);
    expect([of, [...new Set(drawnQuestions.flat())].toSorted()]).toEqual([of, questions]);
    expect(tries.map((words) => drawn(words, questions, of))).toEqual(drawnQuestions);
  }
  expect(drawn('none', [], 2)).toEqual([]);
});

test.skipIf(whole)('of a matrix one case in so many runs in each row and column', () => {
  for (const words of tries) {
    const rows = Array.from({ length: 6 }, (_, row) =>
      [0, 1, 2].filter((column) => isDrawn(words, row + column, 3)),
    );
    expect(rows.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1]);
    expect([...new Set(rows.flat())].toSorted()).toEqual([0, 1, 2]);
  }
});
