import { parseMarkup } from '../../lib/markup/block-markup.ts';
import { common, maxCells, pieces } from './merge.ts';

/** How a top-level block differs between an older and a newer text; slices include the white space before them. */
export interface BlockChange {
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  /** Block name, such as `core/paragraph`; empty for classic content. */
  readonly name: string;
  /** Empty if the block did not exist. */
  readonly older: string;
  readonly newer: string;
}

/** Minimum share of words that two blocks have in common to count as versions of one block. */
const alike = 0.4;
/** Maximum product of the numbers of older and newer blocks in one gap that are compared for such pairs. */
const maxPairs = 10_000;

const nameOf = (slice: string): string =>
  parseMarkup(slice, () => undefined).find(({ name }) => name !== '')?.name ?? '';
const wordsOf = (slice: string): readonly string[] => slice.match(/[\p{L}\p{N}]+/gu) ?? [];

function likeness(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return a.length + b.length === 0 ? 1 : (2 * shared) / (a.length + b.length);
}

function pairsIn(older: readonly string[], newer: readonly string[]): [number, number][] {
  const describe = (slice: string) => ({ name: nameOf(slice), words: wordsOf(slice) });
  if (older.length * newer.length > maxPairs) return [];
  const [a, b] = [older.map(describe), newer.map(describe)];
  const pairs: [number, number][] = [];
  let from = 0;
  for (const [index, one] of a.entries()) {
    const isAlone = a.length === 1 && b.length === 1;
    const at = b.findIndex(
      (other, place) =>
        place >= from && other.name === one.name && (isAlone || likeness(one.words, other.words) >= alike),
    );
    if (at === -1) continue;
    pairs.push([index, at]);
    from = at + 1;
  }
  return pairs;
}

/**
 * Returns the change of each block in the order of the newer text, with removed blocks at their old position. The newer
 * slices, joined, are the newer text.
 */
export function compareTexts(olderText: string, newerText: string): readonly BlockChange[] {
  const [older, newer] = [pieces(olderText), pieces(newerText)];
  const [a, b] = [older, newer].map((list) => list.map((piece) => piece.trim())) as [string[], string[]];
  const anchors = a.length * b.length > maxCells ? [] : common(a, b);
  const changes: BlockChange[] = [];
  const place = (fromA: number, toA: number, fromB: number, toB: number) => {
    const pairs = [
      ...pairsIn(a.slice(fromA, toA), b.slice(fromB, toB)).map(([x, y]) => [x + fromA, y + fromB] as const),
      [toA, toB] as const,
    ];
    let [atA, atB] = [fromA, fromB];
    for (const [x, y] of pairs) {
      for (; atA < x; atA++)
        changes.push({ kind: 'removed', name: nameOf(a[atA] ?? ''), older: older[atA] ?? '', newer: '' });
      for (; atB < y; atB++)
        changes.push({ kind: 'added', name: nameOf(b[atB] ?? ''), older: '', newer: newer[atB] ?? '' });
      if (x === toA && y === toB) break;
      changes.push({
        kind: 'changed',
        name: nameOf(b[y] ?? ''),
        older: older[x] ?? '',
        newer: newer[y] ?? '',
      });
      [atA, atB] = [x + 1, y + 1];
    }
  };
  let [atA, atB] = [0, 0];
  for (const [x, y] of [...anchors, [a.length, b.length] as const]) {
    place(atA, x, atB, y);
    if (x < a.length)
      changes.push({ kind: 'same', name: nameOf(b[y] ?? ''), older: older[x] ?? '', newer: newer[y] ?? '' });
    [atA, atB] = [x + 1, y + 1];
  }
  return changes;
}

export function withOlderBlock(changes: readonly BlockChange[], index: number): string {
  let text = '';
  for (const [at, { older, newer }] of changes.entries()) {
    const slice = at === index ? older : newer;
    if (slice === '') continue;
    const isBeside = at === index || at === index + 1; // these were not neighbours before
    text += !isBeside ? slice : text === '' ? slice.trimStart() : /^\s/.test(slice) ? slice : `\n\n${slice}`;
  }
  return text;
}
