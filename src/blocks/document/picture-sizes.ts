import type { HtmlToken } from '../../lib/markup/html-tokens.ts';

/** What of a gallery tells how wide its pictures are shown. */
export interface GalleryShape {
  /** How many stand beside each other from 600 px on. */
  readonly columns: number;
  /** How many there are; 0: nobody knows. */
  readonly count: number;
  /** Those of the last row share its whole width. */
  readonly fills: boolean;
  /** Width to height of what is cut out of each; 0: all of it is shown. */
  readonly cut: number;
}

/** Most tokens that are looked through for a gallery's end. */
const mostTokens = 2000;

/** `className`: of the element that the token at `index` opens. */
export function galleryShape(className: string, tokens: readonly HtmlToken[], index: number): GalleryShape {
  const { name } = tokens[index] ?? {};
  let [count, depth] = [0, 0];
  for (const token of tokens.slice(index, index + mostTokens)) {
    if (token.name === name && token.kind === 'open') depth++;
    if (token.name === name && token.kind === 'close' && --depth === 0) break;
    if (token.kind === 'open' && token.name === 'img') count++;
  }
  const isClassic = /(?:^|\s)gallery(?:\s|$)/.test(className);
  const [, written] = /(?:^|\s)(?:gallery-)?columns-(\d)(?:\s|$)/.exec(className) ?? [];
  const columns =
    written === undefined ? (count === 4 && !isClassic ? 2 : 3) : Math.min(5, Math.max(1, Number(written)));
  return {
    columns,
    count,
    fills: !isClassic,
    cut: isClassic ? 1 : /(?:^|\s)is-cropped(?:\s|$)/.test(className) ? 1.5 : 0,
  };
}

/** `sizes` of the picture at `position`, from 0. `ratio`: its width to its height, 0 where nobody knows it: what is cut out of a wide one needs more of it. */
export function gallerySizes(
  { columns, count, fills, cut }: GalleryShape,
  position: number,
  ratio: number,
): string {
  const beside = (most: number) => {
    const last = count % most;
    return fills && last > 0 && position >= count - last ? last : most;
  };
  const enlarged = cut > 0 && ratio > cut ? ratio / cut : 1;
  const share = enlarged / beside(columns);
  const shownIn = (width: number) => Math.ceil(width * share);
  const [narrow, wide, widest] = columnWidth;
  const wider = inWideWindows([shownIn(narrow), shownIn(wide), shownIn(widest)]);
  const percent = Math.ceil(100 * share);
  const below = `(max-width: 599px) ${Math.ceil((100 / beside(2)) * enlarged)}vw, (max-width: 1023px) ${percent}vw, ${besideSidebar(percent)}`;
  return `${wider}${below}, ${shownIn(narrow)}px`;
}

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
