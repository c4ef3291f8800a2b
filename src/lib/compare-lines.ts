import { diffArrays } from 'diff';

/** A line of two texts: of both, or of one alone. */
export interface ComparedLine {
  readonly of: 'both' | 'earlier' | 'later';
  readonly text: string;
}

/** With more added and removed lines, all are reported as replaced: the search takes the square of their number, 0.3 s for these. */
const maxEdits = 1000;

/** What a text lost and got on its way to another one, line by line: as few lines as may be. */
export function compareLines(earlier: string[], later: string[]): ComparedLine[] {
  const parts = diffArrays(earlier, later, { maxEditLength: maxEdits }) ?? [
    { value: earlier, removed: true, added: false },
    { value: later, removed: false, added: true },
  ];
  return parts.flatMap(({ value, removed, added }) =>
    value.map((text): ComparedLine => ({ of: removed ? 'earlier' : added ? 'later' : 'both', text })),
  );
}
