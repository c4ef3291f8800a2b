import type { Picture as PictureData, PostCard } from '../modules/posts/model.ts';
import { useActing } from '../reader/islands/acting.ts';
import { classes } from './class-names.ts';
import { plateOf } from '../lib/cards.ts';
import { accentOf } from './kicker.tsx';

/** Widest place, in pixels, that other pictures in lists have. */
const widestPlace = 1300;

/** Widest place, in pixels, that `Picture.small` fills on any screen. */
const smallPlace = 100;

/** One transparent pixel: holds the place until the lazy loader or the browser without scripts puts the picture there. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export interface PictureProps {
  readonly picture: PictureData;
  /** Width on screen, as in `<img sizes>`. */
  readonly sizes: string;
  /** Shape of the reserved space; `natural` keeps the picture's own. */
  readonly ratio?: '3x2' | '4x3' | '16x9' | '21x9' | '1x1' | 'natural';
  /** The page's first picture: loaded at once and before others. */
  readonly eager?: boolean;
  /** Overrides the picture's own text; `''` where a headline beside it says the same. */
  readonly alt?: string;
  /** A letter in place of a picture of which nothing is known, such as one that is at another site still, where it does not come. */
  readonly plate?: string;
  /** The letter stands there until the picture does. A block that says it names the sheet `card-plate`. */
  readonly holds?: boolean;
}

/** A picture whose space is reserved and coloured before it comes; loaded near the viewport by our loader, or by the browser when scripts are off. */
export function Picture({
  picture,
  sizes,
  ratio = '3x2',
  eager = false,
  alt = picture.alt,
  plate = '',
  holds = false,
}: PictureProps) {
  const acting = useActing();
  const isUnknown = plate !== '' && picture.color === '';
  const isHeld = isUnknown && holds;
  // Whether such a picture came is what the lazy loader knows.
  const atOnce = eager && !isHeld;
  if (!atOnce) acting.onPage('lazy-image');
  const known = picture.width > 0 && picture.height > 0;
  const style = {
    ...(picture.color === '' ? {} : { backgroundColor: picture.color }),
    ...(ratio === 'natural' && known ? { aspectRatio: `${picture.width}/${picture.height}` } : {}),
  };
  const isSmall = /^\d+px$/.test(sizes) && Number.parseInt(sizes, 10) <= smallPlace;
  const isFocused = picture.focalX !== 500 || picture.focalY !== 500;
  // Never enlarged: in a larger place it is shown at its size.
  const isLimited = known && picture.width < (isSmall ? smallPlace : widestPlace);
  const focus =
    !isFocused && !isLimited
      ? undefined
      : {
          ...(isFocused && { objectPosition: `${picture.focalX / 10}% ${picture.focalY / 10}%` }),
          ...(isLimited && { maxWidth: picture.width, maxHeight: picture.height }),
        };
  const src = isSmall ? picture.small : picture.src;
  const choice = isSmall || picture.srcset === '' ? undefined : picture.srcset;
  const own = {
    ...(known && { width: picture.width, height: picture.height }),
    ...(isUnknown && !holds && { 'data-plate': plate }),
  };
  return (
    <span
      className={classes('picture', `picture-${ratio === 'natural' && !known ? '3x2' : ratio}`)}
      style={style}
    >
      {isHeld && <i className="plate">{plate}</i>}
      {atOnce ? (
        <img
          src={src}
          srcSet={choice}
          sizes={choice && sizes}
          {...own}
          alt={alt}
          style={focus}
          fetchPriority="high"
          decoding="async"
        />
      ) : (
        <>
          <img
            className="lazy"
            src={placeholder}
            data-src={src}
            data-srcset={choice}
            sizes={choice && sizes}
            {...own}
            alt={alt}
            style={focus}
          />
          <noscript>
            <img src={src} {...own} alt={alt} style={focus} loading="lazy" />
          </noscript>
        </>
      )}
    </span>
  );
}

/** How adjacent cards show pictures. `own`: only their own; `plates`: a card without a picture shows its first letter; `none`: words only. */
export type Pictures = 'own' | 'plates' | 'none';

/** Pixels of width from which a picture can lead a list. */
const minLeadWidth = 600;

/** Whether a post's picture is large enough to lead a list. An external picture of unknown size is not: it may be small or missing. */
export const hasLeadPicture = ({ picture }: Pick<PostCard, 'picture'>): boolean =>
  picture !== undefined && picture.width >= minLeadWidth;

/** Fills the gaps of a row with mostly pictures; hides the pictures of a row with mostly words. */
export function picturesOf(cards: readonly PostCard[]): Pictures {
  const having = cards.filter(({ picture }) => picture !== undefined).length;
  if (having === cards.length) return 'own';
  return having * 2 >= cards.length ? 'plates' : 'none';
}

/** The category color for the letter in place of a picture. */
export function plateGround(
  { title, category }: PostCard,
  picture: PostCard['picture'],
): ReturnType<typeof accentOf> | undefined {
  return category && plateOf(title) !== '' && (!picture || picture.color === '')
    ? accentOf(category)
    : undefined;
}

/** Moves the first card with a large picture, or else with any picture, to the front. */
export function pictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const first = cards.find(hasLeadPicture) ?? cards.find(({ picture }) => picture !== undefined);
  return first ? [first, ...cards.filter((card) => card !== first)] : cards;
}

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
