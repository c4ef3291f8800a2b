import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';

/** Whether both databases get all cases: `BROADSHEET_WHOLE=1 npm test -- FILE`, and the long form of the faults. */
export const whole = process.env.BROADSHEET_WHOLE === '1' || process.env.BROADSHEET_FAULTS === 'long';

/**
 * Whether the `nth` (from 0) of many similar cases runs on a database. SQLite runs all; PostgreSQL (same code, another
 * dialect) one in `of`, coprime with the matrix's dimensions, so that each row and column occurs.
 */
export function runsHere(dialect: DialectName, nth: number, of: number): boolean {
  return whole || dialect === 'sqlite' || nth % of === 0;
}

/**
 * Columns of a table's row to run on a database: all on SQLite; on PostgreSQL those next to a change of outcome, and
 * the last. `letters`: the outcome of each column.
 */
export function columnsHere(dialect: DialectName, letters: string): readonly number[] {
  const all = Array.from(letters, (_letter, column) => column);
  if (whole || dialect === 'sqlite') return all;
  return all.filter(
    (column) =>
      column === letters.length - 1 ||
      letters[column] !== letters[column + 1] ||
      (column > 0 && letters[column] !== letters[column - 1]),
  );
}
