import { parseMarkup } from '../../lib/markup/parse-markup.ts';

/** The outermost blocks of a text with the white space before each; joined they are the text. */
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

/** Pairs of places that hold the same in both lists, in order: as many as there can be. */
export function common(a: readonly string[], b: readonly string[]): [number, number][] {
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let [endA, endB] = [a.length, b.length];
  while (endA > from && endB > from && a[endA - 1] === b[endB - 1]) { endA--; endB--; }
  const [rows, columns] = [endA - from, endB - from];
  const longest = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const line = longest[row];
      if (!line) continue;
      line[column] = a[from + row] === b[from + column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = Array.from({ length: from }, (_, index) => [index, index]);
  for (let [row, column] = [0, 0]; row < rows && column < columns;) {
    if (a[from + row] === b[from + column]) pairs.push([from + row++, from + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  for (let index = 0; index < a.length - endA; index++) pairs.push([endA + index, endB + index]);
  return pairs;
}

/** Most blocks, multiplied, whose differences are looked for; longer texts are for a person to compare. */
export const mostCells = 25_000_000;

/**
 * One text out of two that were made of the same one, where they touched different blocks; undefined where they did not, which a person has to look at.
 * A change right beside another one counts as the same place.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [b, m, t] = [pieces(base), pieces(mine), pieces(theirs)];
  if (b.length * Math.max(m.length, t.length) > mostCells) return undefined;
  const [inMine, inTheirs] = [new Map(common(b, m)), new Map(common(b, t))];
  const result: string[] = [];
  let [atB, atM, atT] = [0, 0, 0];
  while (atB < b.length || atM < m.length || atT < t.length) {
    if (atB < b.length && inMine.get(atB) === atM && inTheirs.get(atB) === atT) {
      result.push(b[atB] ?? '');
      atB++; atM++; atT++;
      continue;
    }
    // Up to where all three agree again.
    let nextB = atB;
    while (nextB < b.length && !((inMine.get(nextB) ?? -1) >= atM && (inTheirs.get(nextB) ?? -1) >= atT)) nextB++;
    const [nextM, nextT] = [inMine.get(nextB) ?? m.length, inTheirs.get(nextB) ?? t.length];
    const [wasPart, minePart, theirPart] = [b.slice(atB, nextB), m.slice(atM, nextM), t.slice(atT, nextT)].map((part) => part.join(''));
    if (minePart === theirPart || theirPart === wasPart) result.push(minePart ?? '');
    else if (minePart === wasPart) result.push(theirPart ?? '');
    else return undefined;
    [atB, atM, atT] = [nextB, nextM, nextT];
  }
  return result.join('');
}
