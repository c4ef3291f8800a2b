/** Widths of what grows with the page, in CSS pixels: in windows below 1680 px, below 2240 px, and above. */
export type GrowingWidth = readonly [number, number, number];

/** Widest column of a text beside a sidebar. */
export const columnWidth: GrowingWidth = [860, 1180, 1540];

/** What stands in `sizes` before the width of windows below 1680 px. */
export function inWideWindows([narrow, wide, widest]: GrowingWidth): string {
  return (widest === wide ? '' : `(min-width: 2240px) ${widest}px, `) + (wide === narrow ? '' : `(min-width: 1680px) ${wide}px, `);
}
