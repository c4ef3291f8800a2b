import { csvLine, csvStart, withoutNeutralizing } from '../../lib/csv.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { Redirect } from './model.ts';

export const maxCsvLines = 5000;
/** Patterns that an import writes; each is compared with all others. */
export const maxCsvPatterns = 200;
export const maxCsvBytes = 2_000_000;

/** A line of a file: its number, and its cells as they were before they were neutralized. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

const columns = ['source', 'target', 'status'] as const;

/** A CSV file with a heading. */
export function redirectsToCsv(redirects: readonly Pick<Redirect, 'source' | 'target' | 'status'>[]): string {
  const lines = redirects.map((one) => csvLine(columns.map((name) => String(one[name]))));
  return csvStart + csvLine(columns) + lines.join('');
}

/** Parses comma- or semicolon-separated lines, with or without a heading. Throws `InvalidInputError` for a file that is no CSV or too large. */
export function readCsv(text: string): CsvLine[] {
  if (Buffer.byteLength(text) > maxCsvBytes)
    throw new InvalidInputError(`The file is larger than ${maxCsvBytes / 1_000_000} MB. Split it.`);
  const records = recordsOf(text.replace(/^\uFEFF/, ''));
  const heading = records[0]?.cells.map((name) => name.trim().toLowerCase());
  const isHeading = heading?.[0] === columns[0];
  if (isHeading && (heading[1] !== columns[1] || heading.some((name, at) => name !== (columns[at] ?? '')))) {
    throw new InvalidInputError(
      `Line 1: expected the columns ${columns.join(', ')}, but got ${heading.join(', ').slice(0, 200)}.`,
    );
  }
  const lines = isHeading ? records.slice(1) : records;
  if (lines.length > maxCsvLines)
    throw new InvalidInputError(
      `The file has ${lines.length} redirects; import at most ${maxCsvLines} at once.`,
    );
  if (lines.length === 0) throw new InvalidInputError('The file has no redirects.');
  return lines.map(({ line, cells }) => ({
    line,
    cells: cells.map((one) => withoutNeutralizing(one.trim())),
  }));
}

function recordsOf(text: string): CsvLine[] {
  const [first = ''] = text.split(/\r?\n|\r/, 1);
  const separator = first.includes(';') && !first.includes(',') ? ';' : ',';
  const records: CsvLine[] = [];
  let cells: string[] = [];
  let [value, line, begunAt, isQuoted, isClosed] = ['', 1, 1, false, false];
  const endCell = () => {
    cells.push(value);
    value = '';
    isClosed = false;
  };
  const endRecord = () => {
    endCell();
    if (cells.some((one) => one.trim() !== '')) records.push({ line: begunAt, cells });
    cells = [];
    begunAt = line + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    const isBreak = sign === '\n' || (sign === '\r' && text.charAt(at + 1) !== '\n');
    if (isQuoted) {
      if (sign === '"' && text.charAt(at + 1) === '"') {
        value += '"';
        at++;
      } else if (sign === '"') {
        isQuoted = false;
        isClosed = true;
      } else value += sign;
    } else if (sign === '"' && value.trim() === '' && !isClosed) {
      value = '';
      isQuoted = true;
    } else if (sign === separator) endCell();
    else if (isBreak) endRecord();
    else if (sign !== '\r' && !(isClosed && sign.trim() === '')) value += sign;
    if (isBreak) line++;
  }
  if (isQuoted) throw new InvalidInputError(`Line ${begunAt}: a quotation mark is not closed.`);
  if (value !== '' || cells.length > 0) endRecord();
  return records;
}
