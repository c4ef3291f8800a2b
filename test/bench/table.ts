export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The design's target as text; empty without one. */
  readonly target: string;
  /** Whether the target is met; undefined without one. */
  readonly met?: boolean;
}

export function printTable(rows: readonly (BenchRow & { readonly database: string })[]): void {
  const shown = (value: number) =>
    Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
  const lines = rows.map(({ database, what, value, unit, target, met }) => [
    database,
    what,
    `${shown(value)} ${unit}`.trim(),
    target,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ]);
  const table = [['database', 'measured', 'value', 'target', ''], ...lines];
  const widths =
    table[0]?.map((_cell, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of table)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
