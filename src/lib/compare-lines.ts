/** A line of two texts: of both, or of one alone. */
export interface ComparedLine {
  readonly of: 'both' | 'earlier' | 'later';
  readonly text: string;
}

/** Lines that are compared each with each; of more all are told as taken away and put there. */
const mostLines = 2000;

/** What a text lost and got on its way to another one, line by line: as few lines as may be. */
export function compareLines(earlier: readonly string[], later: readonly string[]): ComparedLine[] {
  let start = 0;
  while (start < Math.min(earlier.length, later.length) && earlier[start] === later[start]) start++;
  let end = 0;
  while (end < Math.min(earlier.length, later.length) - start && earlier.at(-1 - end) === later.at(-1 - end))
    end++;
  const both = (lines: readonly string[]) => lines.map((text): ComparedLine => ({ of: 'both', text }));
  return [
    ...both(earlier.slice(0, start)),
    ...compareMiddle(earlier.slice(start, earlier.length - end), later.slice(start, later.length - end)),
    ...both(earlier.slice(earlier.length - end)),
  ];
}

function compareMiddle(earlier: readonly string[], later: readonly string[]): ComparedLine[] {
  const only = (of: 'earlier' | 'later', lines: readonly string[]) =>
    lines.map((text): ComparedLine => ({ of, text }));
  if (Math.max(earlier.length, later.length) > mostLines)
    return [...only('earlier', earlier), ...only('later', later)];
  // How many lines the rests behind two places have in common.
  const width = later.length + 1;
  const common = new Uint16Array((earlier.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = earlier.length - 1; row >= 0; row--) {
    for (let column = later.length - 1; column >= 0; column--) {
      common[row * width + column] =
        earlier[row] === later[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const found: ComparedLine[] = [];
  let [row, column] = [0, 0];
  while (row < earlier.length && column < later.length) {
    if (earlier[row] === later[column]) {
      found.push({ of: 'both', text: earlier[row] ?? '' });
      row++;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1))
      found.push({ of: 'earlier', text: earlier[row++] ?? '' });
    else found.push({ of: 'later', text: later[column++] ?? '' });
  }
  return [...found, ...only('earlier', earlier.slice(row)), ...only('later', later.slice(column))];
}
