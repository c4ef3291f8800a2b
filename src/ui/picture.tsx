import { minLeadWidth } from '../lib/lead-picture.ts';
import type { Picture as PictureData, PostCard } from '../modules/posts/model.ts';
import { useActing } from '../reader/islands/acting.ts';
import { classes } from './class-names.ts';
import { plateOf } from '../lib/cards.ts';
import { accentOf } from './kicker.tsx';

/** Largest width of pictures in lists, in pixels. */
const widestPlace = 1300;

/** Largest width that `Picture.small` fills on any screen, in pixels. */
const smallPlace = 100;

/** One transparent pixel, until the lazy loader, or the browser without scripts, loads the picture. */
const placeholder = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export interface PictureProps {
  readonly picture: PictureData;
  /** Width on screen, as in `<img sizes>`. */
  readonly sizes: string;
  /** Of the reserved space; `natural`: the picture's own. */
  readonly ratio?: '3x2' | '4x3' | '16x9' | '21x9' | '1x1' | 'natural';
  /** The page's first picture: loaded at once and before others. */
  readonly eager?: boolean;
  /** Overrides the picture's own alt text; `''` where an adjacent headline says the same. */
  readonly alt?: string;
  /** A letter to show if an unknown picture, such as one still on another site, fails to load. */
  readonly plate?: string;
  /** Shows the letter until the picture loads. A block that sets it names the sheet `card-plate`. */
  readonly holds?: boolean;
}

/** A picture in reserved, coloured space; loaded lazily by our script, or by the browser without scripts. */
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
  // Only the lazy loader detects whether such a picture loads.
  const atOnce = eager && !isHeld;
  if (!atOnce) acting.onPage('lazy-image');
  const known = picture.width > 0 && picture.height > 0;
  const style = {
    ...(picture.color === '' ? {} : { backgroundColor: picture.color }),
    ...(ratio === 'natural' && known ? { aspectRatio: `${picture.width}/${picture.height}` } : {}),
  };
  const isSmall = /^\d+px$/.test(sizes) && Number.parseInt(sizes, 10) <= smallPlace;
  const isFocused = picture.focalX !== 500 || picture.focalY !== 500;
  // Never enlarged: a larger space shows it at its own size.
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

/** Whether a post's picture is large enough to lead a list. An external picture of unknown size is not: it may be small or missing. */
export const hasLeadPicture = ({ picture }: Pick<PostCard, 'picture'>): boolean =>
  picture !== undefined && picture.width >= minLeadWidth;

/** Fills the gaps of a row with mostly pictures; hides the pictures of a row with mostly words. */
export function picturesOf(cards: readonly PostCard[]): Pictures {
  const having = cards.filter(({ picture }) => picture !== undefined).length;
  if (having === cards.length) return 'own';
  return having * 2 >= cards.length ? 'plates' : 'none';
}

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

/** [minimum window width, page width without edges], as in `theme/tokens.css`. */
const pageWidths = [
  [2240, 1920],
  [1680, 1560],
  [1304, 1240],
] as const;
/** Both edges of the page together, in pixels, in windows with columns. */
const edges = 64;

/**
 * `<img sizes>` of a picture in a full-width row from 1019 px on: `share` of the row's width without its gaps (`gaps`
 * pixels in all); `below`: sizes in narrower windows.
 */
export function sizesInRow(share: number, gaps: number, below: string): string {
  const wide = pageWidths
    .map(([from, width]) => `(min-width: ${from}px) ${Math.ceil(share * (width - gaps))}px, `)
    .join('');
  return `${wide}(min-width: 1019px) calc(${(share * 100).toFixed(1)}vw - ${Math.floor(share * (edges + gaps))}px), ${below}`;
}

const byTwos = '(min-width: 600px) 50vw, 100vw';

export const sizesInColumns = (columns: number, below = byTwos): string =>
  sizesInRow(1 / columns, 32 * (columns - 1), below);

/** Size of the card at `index` of `count`: cards of the last row share it, and a single one fills half of it (`list-cards.css`). */
export function sizesOfCards(columns: number, count: number, index: number): string {
  const last = count % columns;
  return sizesInColumns(last > 0 && index >= count - last ? Math.max(2, last) : columns);
}

/** In lists of two columns, with pictures next to the text. */
export const sizesInListOfTwo = '(min-width: 1019px) 200px, 36vw';

/** Whether the card at `index` of `count` in two columns has a row of its own. */
export const isLastOdd = (index: number, count: number): boolean => index === count - 1 && index % 2 === 0;

/** For the last of an odd number there, which fills the first column (`list-list.css`). */
export const sizesOfLastOfTwo = sizesInRow(1 / 2, 64, '36vw');

/** In full-width lists of one column. */
export const sizesInList = '(min-width: 1019px) 280px, 36vw';

/** The same next to a sidebar, from 600 px on (`row/styles.css`). */
const listBelow = '(min-width: 768px) calc(36vw - 134px), (min-width: 600px) calc(36vw - 102px), 36vw';
export const sizesInListBeside = `(min-width: 1019px) 280px, ${listBelow}`;

/** For the last of an odd number there, which fills the first of two columns in very wide windows (`archive-loop/styles.css`). */
export const sizesOfLastBeside = `(min-width: 2240px) 738px, (min-width: 1680px) 558px, ${sizesInListBeside}`;

/** In date archives, with other lists next to these from 1200 px on (`archive-loop/styles.css`). */
export const sizesInDatedList = `(min-width: 1200px) 200px, ${sizesInListBeside}`;

/** The first and largest picture of that column. */
export const sizesOfFirstBeside =
  '(min-width: 2240px) 930px, (min-width: 1680px) 710px, (min-width: 1304px) 860px, (min-width: 1024px) calc(100vw - 420px), ' +
  '(min-width: 768px) calc(100vw - 372px), (min-width: 600px) calc(100vw - 284px), 100vw';
