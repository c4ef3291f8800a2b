import type { Picture as PictureData } from '../modules/posts/card.ts';
import { useActing } from '../reader/islands/acting.ts';
import { classes } from './class-names.ts';

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
