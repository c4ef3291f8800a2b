/** First characters that make a spreadsheet run a cell as a formula. */
const formula = /^[=+\-@\t\r]/;
const neutralized = /^'(?=[=+\-@\t\r])/;

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const csvStart = '\uFEFF';

/** A line of a file (RFC 4180). Cells that a spreadsheet would run as formulas begin with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Removes the apostrophe of `csvLine`. */
export const withoutNeutralizing = (text: string): string => text.replace(neutralized, '');

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe;
}
