import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';

/** Asks both databases everything: `BROADSHEET_WHOLE=1 npm test -- FILE`, and the long form of the faults. */
export const whole = process.env.BROADSHEET_WHOLE === '1' || process.env.BROADSHEET_FAULTS === 'long';

/**
 * Whether the `nth` of many alike questions (from 0) is asked on a database. SQLite is asked all of them. PostgreSQL runs the same code over another dialect of
 * SQL, and is asked one in `of`, the same ones each run: a number that shares no factor with the sides of the matrix, so that each row and column comes up.
 */
export function asksAgain(dialect: DialectName, nth: number, of: number): boolean {
  return whole || dialect === 'sqlite' || nth % of === 0;
}

/**
 * Which columns of a line of a table are asked on a database: on SQLite all, on PostgreSQL those on either side of a border between two outcomes, and the last
 * one. `letters`: the outcome of each column.
 */
export function columnsAgain(dialect: DialectName, letters: string): readonly number[] {
  const all = Array.from(letters, (_letter, column) => column);
  if (whole || dialect === 'sqlite') return all;
  return all.filter(
    (column) =>
      column === letters.length - 1 ||
      letters[column] !== letters[column + 1] ||
      (column > 0 && letters[column] !== letters[column - 1]),
  );
}
