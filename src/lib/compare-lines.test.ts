import { expect, test } from 'vitest';
import { compareLines } from './compare-lines.ts';

const marks = { both: '', earlier: '-', later: '+' } as const;
const diff = (earlier: string, later: string) =>
  compareLines([...earlier], [...later])
    .map(({ of, text }) => marks[of] + text)
    .join(' ');

test('reports exactly the removed and added lines', () => {
  expect(diff('abc', 'abc')).toBe('a b c');
  expect(diff('', 'ab')).toBe('+a +b');
  expect(diff('ab', '')).toBe('-a -b');
  expect(diff('abcd', 'acxd')).toBe('a -b c +x d');
  expect(diff('aaa', 'aa')).toBe('a a -a');
  expect(
    diff('abcabba', 'cbabac')
      .replaceAll(/[-+]. ?/g, '')
      .replaceAll(' ', ''),
  ).toHaveLength(4);
});

test('returns each side completely, also for texts that are too long to compare', () => {
  const [earlier, later] = [
    Array.from({ length: 3000 }, (_, n) => `${n % 7}`),
    Array.from({ length: 3000 }, (_, n) => `${n % 5}`),
  ];
  for (const [a, b] of [
    [earlier, later],
    [earlier.slice(0, 90), later.slice(0, 70)],
  ] as const) {
    const lines = compareLines(a, b);
    expect(lines.filter(({ of }) => of !== 'later').map(({ text }) => text)).toEqual(a);
    expect(lines.filter(({ of }) => of !== 'earlier').map(({ text }) => text)).toEqual(b);
  }
});
