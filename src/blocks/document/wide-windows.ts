/** Widths of what grows with the page, in CSS pixels: in windows below 1680 px, below 2240 px, and above. */
export type GrowingWidth = readonly [number, number, number];

/** Widest column of a text beside a sidebar. */
export const columnWidth: GrowingWidth = [860, 1180, 1540];

/** Pixels that a text has not of a window: its sidebar, the gap before that, and the edges of the page. */
const besideText = 420;

/**
 * What stands in `sizes` for windows in which a text shares the page with a sidebar, and fills what that leaves; `percent` of its column is shown, and at
 * least as many pixels.
 */
export function besideSidebar(percent: number, least = 0): string {
  const shown = `${percent}vw - ${Math.floor((besideText * percent) / 100)}px`;
  return `(max-width: 1303px) ${least > 0 ? `max(${shown}, ${least}px)` : `calc(${shown})`}`;
}

/** What stands in `sizes` before the width of windows below 1680 px. */
export function inWideWindows([narrow, wide, widest]: GrowingWidth): string {
  return (
    (widest === wide ? '' : `(min-width: 2240px) ${widest}px, `) +
    (wide === narrow ? '' : `(min-width: 1680px) ${wide}px, `)
  );
}
