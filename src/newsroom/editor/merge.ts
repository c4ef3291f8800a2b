import { parseMarkup } from '../../lib/markup/block-markup.ts';

/** The top-level blocks with the white space before each; joined they are the text. */
export function pieces(markup: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { name, start, end: blockEnd } of parseMarkup(markup, () => undefined)) {
    if (name === '' && markup.slice(start, blockEnd).trim() === '') continue;
    found.push(markup.slice(end, blockEnd));
    end = blockEnd;
  }
  if (end < markup.length) found.push(markup.slice(end));
  return found;
}

/** Index pairs of equal items in order (longest common subsequence). */
export function common(a: readonly string[], b: readonly string[]): [number, number][] {
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [rows, columns] = [endA - from, endB - from];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const line = lengths[row];
      if (!line) continue;
      line[column] =
        a[from + row] === b[from + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = Array.from({ length: from }, (_, index) => [index, index]);
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (a[from + row] === b[from + column]) pairs.push([from + row++, from + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  for (let index = 0; index < a.length - endA; index++) pairs.push([endA + index, endB + index]);
  return pairs;
}

/** Maximum product of block counts to compare; longer texts are left to the user. */
export const maxCells = 25_000_000;

const newGap = '\n\n';

interface Split {
  readonly texts: readonly string[];
  readonly gaps: readonly string[];
  readonly tail: string;
}

function split(markup: string): Split {
  const [texts, gaps]: [string[], string[]] = [[], []];
  let end = 0;
  for (const { name, start, end: blockEnd } of parseMarkup(markup, () => undefined)) {
    const text = markup.slice(start, blockEnd);
    if (name === '' && text.trim() === '') continue;
    texts.push(text);
    gaps.push(markup.slice(end, start));
    end = blockEnd;
  }
  return { texts, gaps, tail: markup.slice(end) };
}

/** One side's replacement of blocks `from` to `to` (exclusive) of the base; equal for an insertion. */
interface Change {
  readonly side: 'mine' | 'theirs';
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** One side's changes in order. Where the number of blocks is the same, each is its own change. */
function changesOf(
  pairs: readonly [number, number][],
  base: Split,
  now: Split,
  side: Change['side'],
): Change[] {
  const changes: Change[] = [];
  let [from, newFrom] = [0, 0];
  for (const [to, newTo] of [...pairs, [base.texts.length, now.texts.length] as const]) {
    if (to - from === newTo - newFrom) {
      for (let step = 0; step < to - from; step++) {
        changes.push({
          side,
          from: from + step,
          to: from + step + 1,
          newFrom: newFrom + step,
          newTo: newFrom + step + 1,
        });
      }
    } else changes.push({ side, from, to, newFrom, newTo });
    [from, newFrom] = [to + 1, newTo + 1];
  }
  return changes;
}

const grows = ({ from, to, newFrom, newTo }: Change) => newTo - newFrom > to - from;

/** Whether both sides changed one block, or added blocks at one place, whose order is unknown. */
function isSamePlace(a: Change, b: Change): boolean {
  if (a.from < b.to && b.from < a.to) return true;
  return (a.from === b.to || b.from === a.to) && grows(a) && grows(b);
}

/** The changed one of two values; undefined if both changed differently. */
function changedOf(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}

/** Merges two texts with a common base; undefined if both changed one block or added blocks at one place. */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [was, own, other] = [split(base), split(mine), split(theirs)];
  if (was.texts.length * Math.max(own.texts.length, other.texts.length) > maxCells) return undefined;
  const [inMine, inTheirs] = [common(was.texts, own.texts), common(was.texts, other.texts)];
  const [byMe, byThem] = [changesOf(inMine, was, own, 'mine'), changesOf(inTheirs, was, other, 'theirs')];

  const newTexts = ({ side, newFrom, newTo }: Change) =>
    (side === 'mine' ? own : other).texts.slice(newFrom, newTo);
  const isSame = (a: Change, b: Change) => {
    const [x, y] = [newTexts(a), newTexts(b)];
    return (
      a.from === b.from &&
      a.to === b.to &&
      x.length === y.length &&
      x.every((text, index) => text === y[index])
    );
  };
  const onlyTheirs: Change[] = [];
  let first = 0; // first of my changes that may overlap this one and later ones
  for (const change of byThem) {
    while ((byMe[first]?.to ?? Infinity) < change.from) first++;
    let isMineToo = false;
    for (let at = first; (byMe[at]?.from ?? Infinity) <= change.to; at++) {
      const rival = byMe[at];
      if (!rival || !isSamePlace(rival, change)) continue;
      if (!isSame(rival, change)) return undefined;
      isMineToo = true;
    }
    if (!isMineToo) onlyTheirs.push(change);
  }

  let result = '';
  let isAfterClassic = false;
  const add = (text: string, gaps: readonly [string | undefined, string | undefined, string | undefined]) => {
    const isClassic = !text.startsWith('<!--');
    const [before, mineHas, theirsHave] = gaps;
    const known =
      before !== undefined && mineHas !== undefined && theirsHave !== undefined
        ? changedOf(before, mineHas, theirsHave)
        : undefined;
    const gap = known ?? mineHas ?? theirsHave ?? before ?? (result === '' ? '' : newGap);
    result += (isClassic && isAfterClassic && gap === '' ? newGap : gap) + text;
    isAfterClassic = isClassic;
  };
  // White space at the start of the text is not a gap between blocks.
  const gapOf = ({ gaps }: Split, at: number | undefined) =>
    at !== undefined && (at === 0) === (result === '') ? gaps[at] : undefined;
  const [mineAt, theirsAt] = [new Map(inMine), new Map(inTheirs)];
  const addUnchanged = (from: number, to: number) => {
    for (let at = from; at < to; at++)
      add(was.texts[at] ?? '', [gapOf(was, at), gapOf(own, mineAt.get(at)), gapOf(other, theirsAt.get(at))]);
  };
  let atBase = 0;
  for (const change of [...byMe, ...onlyTheirs].toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    addUnchanged(atBase, change.from);
    newTexts(change).forEach((text, index) => {
      const gap = gapOf(change.side === 'mine' ? own : other, change.newFrom + index);
      add(text, [undefined, gap, undefined]);
    });
    atBase = Math.max(atBase, change.to);
  }
  addUnchanged(atBase, was.texts.length);
  return result + (changedOf(was.tail, own.tail, other.tail) ?? own.tail);
}
