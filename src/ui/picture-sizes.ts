/** Widths of the page in `theme/tokens.css`: without its edges, by the narrowest window that each is for. */
const pageWidths = [
  [2240, 1920],
  [1680, 1560],
  [1304, 1240],
] as const;
/** Both edges of the page, in pixels, in windows that have columns. */
const edges = 64;

/**
 * `<img sizes>` of a picture in a row across the page, as it stands from 1019 px on: `share` of what its gaps (`gaps` pixels in all) leave of the row's width;
 * `below`: as `sizes`, in narrower windows.
 */
export function sizesInRow(share: number, gaps: number, below: string): string {
  const wide = pageWidths
    .map(([from, width]) => `(min-width: ${from}px) ${Math.ceil(share * (width - gaps))}px, `)
    .join('');
  return `${wide}(min-width: 1019px) calc(${(share * 100).toFixed(1)}vw - ${Math.floor(share * (edges + gaps))}px), ${below}`;
}

const byTwos = '(min-width: 600px) 50vw, 100vw';

/** Those of one of so many columns of cards, all of them as wide as the page together. */
export const sizesInColumns = (columns: number, below = byTwos): string =>
  sizesInRow(1 / columns, 32 * (columns - 1), below);

/** Of the card at `index` among `count` in so many columns: those of the last row share it, and one alone fills half of it (`list-cards.css`). */
export function sizesOfCards(columns: number, count: number, index: number): string {
  const last = count % columns;
  return sizesInColumns(last > 0 && index >= count - last ? Math.max(2, last) : columns);
}

/** Those in lists of two columns, in which pictures stand beside words. */
export const sizesInListOfTwo = '(min-width: 1019px) 200px, 36vw';

/** Whether the card at `index` of `count` in two columns has a row of its own. */
export const isLastOdd = (index: number, count: number): boolean => index === count - 1 && index % 2 === 0;

/** That of the last of an odd number there: it fills the first column (`list-list.css`). */
export const sizesOfLastOfTwo = sizesInRow(1 / 2, 64, '36vw');

/** Those in lists of one column, as wide as the page. */
export const sizesInList = '(min-width: 1019px) 280px, 36vw';

/** The same in the column that a sidebar leaves: that stands beside it from 600 px on (`row/styles.css`). */
const listBelow = '(min-width: 768px) calc(36vw - 134px), (min-width: 600px) calc(36vw - 102px), 36vw';
export const sizesInListBeside = `(min-width: 1019px) 280px, ${listBelow}`;

/** That of the last of an odd number there: in two columns of a very wide window it fills the first (`archive-loop/styles.css`). */
export const sizesOfLastBeside = `(min-width: 2240px) 738px, (min-width: 1680px) 558px, ${sizesInListBeside}`;

/** In an archive of dates, whose lists stand beside these from 1200 px on (`archive-loop/styles.css`). */
export const sizesInDatedList = `(min-width: 1200px) 200px, ${sizesInListBeside}`;

/** Of the first and largest picture of that column. */
export const sizesOfFirstBeside =
  '(min-width: 2240px) 930px, (min-width: 1680px) 710px, (min-width: 1304px) 860px, (min-width: 1024px) calc(100vw - 420px), ' +
  '(min-width: 768px) calc(100vw - 372px), (min-width: 600px) calc(100vw - 284px), 100vw';
