import type { HtmlToken } from '../../lib/markup/html-tokens.ts';

/** Properties of a gallery that determine its pictures' widths. */
export interface GalleryShape {
  /** From 600 px on. */
  readonly columns: number;
  /** Number of pictures; 0: unknown. */
  readonly count: number;
  /** Pictures of the last row fill its width. */
  readonly fills: boolean;
  /** Width to height of the crop; 0: not cropped. */
  readonly cut: number;
}

const maxTokens = 2000;

/** `className`: of the element that the token at `index` opens. */
export function galleryShape(className: string, tokens: readonly HtmlToken[], index: number): GalleryShape {
  const { name } = tokens[index] ?? {};
  let [count, depth] = [0, 0];
  for (const token of tokens.slice(index, index + maxTokens)) {
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

/** `sizes` of the picture at `position`, from 0. `ratio`: width to height, 0 if unknown; cropping a wide picture needs a larger version. */
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

/** Widths in CSS pixels that grow with the page: in windows below 1680 px, below 2240 px, and above. */
export type GrowingWidth = readonly [number, number, number];

/** Widest text column next to a sidebar. */
export const columnWidth: GrowingWidth = [860, 1180, 1540];

/** Pixels of a window outside the text: sidebar, gap and page edges. */
const besideText = 420;

/** Part of `sizes` for windows with text next to a sidebar; `percent` of the text column, at least `least` pixels. */
export function besideSidebar(percent: number, least = 0): string {
  const shown = `${percent}vw - ${Math.floor((besideText * percent) / 100)}px`;
  return `(max-width: 1303px) ${least > 0 ? `max(${shown}, ${least}px)` : `calc(${shown})`}`;
}

/** Part of `sizes` for wide windows, before the width in windows below 1680 px. */
export function inWideWindows([narrow, wide, widest]: GrowingWidth): string {
  return (
    (widest === wide ? '' : `(min-width: 2240px) ${widest}px, `) +
    (wide === narrow ? '' : `(min-width: 1680px) ${wide}px, `)
  );
}
