import { expect, test } from 'vitest';
import { endOf, levelAt, place, remove, step } from './menu-tree.ts';
import type { Move, Placed } from './menu-tree.ts';

/** `A -B --C D`: each row with a hyphen for each level. */
const rowsOf = (text: string): readonly Placed[] =>
  text.split(' ').map((row) => ({ key: row.replaceAll('-', ''), depth: row.lastIndexOf('-') + 1 }));
const textOf = (rows: readonly Placed[] | undefined) =>
  rows?.map(({ key, depth }) => '-'.repeat(depth) + key).join(' ');
const at = (rows: readonly Placed[], name: string) => rows.findIndex(({ key }) => key === name);

test.each<[string, string, Move, string | undefined]>([
  ['A B C', 'B', 'up', 'B A C'],
  ['A -B --C D', 'D', 'up', 'D A -B --C'],
  ['A -B --C D', 'A', 'down', 'D A -B --C'],
  ['A -B -C', 'C', 'up', 'A -C -B'],
  ['A -B -C', 'B', 'up', 'B A -C'],
  ['A -B -C D', 'C', 'down', 'A -B C D'],
  ['A B', 'A', 'up', undefined],
  ['A B', 'B', 'down', undefined],
  ['A B -C', 'B', 'in', 'A -B --C'],
  ['A B', 'A', 'in', undefined],
  ['A -B --C D -E --F', 'D', 'in', 'A -B --C -D --E ---F'],
  ['A B -C --D ---E', 'B', 'in', undefined],
  ['A -B --C -D E', 'B', 'out', 'A -D B -C E'],
  ['A B', 'B', 'out', undefined],
])('[IMP-13] in the menu %s, %s moves %s', (before, name, move, after) => {
  const rows = rowsOf(before);
  expect(textOf(step(rows, at(rows, name), move, 4))).toBe(after);
});

test('[IMP-13] a dragged item gets the nearest level that its new neighbours allow', () => {
  const rows = rowsOf('A -B C D -E');
  const level = (name: string, to: number, wanted: number) => levelAt(rows, at(rows, name), to, wanted, 4);
  expect(level('C', 0, 3)).toBe(0);
  expect(level('C', 1, 0)).toBe(1);
  expect(level('C', 2, 9)).toBe(2);
  expect(level('D', 2, -2)).toBe(0);
  expect(levelAt(rows, at(rows, 'D'), 1, 1, 2)).toBeUndefined();
  expect(textOf(place(rows, at(rows, 'D'), 1, 1))).toBe('A -D --E -B C');
  expect(place(rows, 2, 2, 0)).toBeUndefined();
});

test('[IMP-13] what is below a removed item moves up a level, and undoing restores both', () => {
  const rows = rowsOf('A -B --C -D E');
  const gone = remove(rows, 1);
  expect(textOf(gone.rows)).toBe('A -C -D E');
  expect(textOf(gone.restore(gone.rows))).toBe('A -B --C -D E');
  expect(textOf(gone.restore(rowsOf('E A -D')))).toBe('E A -B -D');
  expect(textOf(gone.restore(rowsOf('E')))).toBe('E B');
  expect(textOf(remove(rowsOf('A'), 0).restore([]))).toBe('A');
});

test('[IMP-13] no sequence of moves loses an item or leaves a gap between levels', () => {
  const moves: readonly Move[] = ['up', 'down', 'in', 'out'];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let rows = rowsOf('A B -C --D -E F G -H I J');
  const names = rows.map(({ key }) => key).toSorted();
  for (let turn = 0; turn < 500; turn++) {
    const index = random(rows.length);
    const removal = remove(rows, index);
    rows =
      turn % 10 === 0
        ? removal.restore(removal.rows)
        : (step(rows, index, moves[random(4)] ?? 'up', 4) ?? rows);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(names);
    expect(rows.every(({ depth }, row) => depth < 4 && depth <= (rows[row - 1]?.depth ?? -1) + 1)).toBe(true);
    expect(endOf(rows, 0)).toBeGreaterThan(0);
  }
});
