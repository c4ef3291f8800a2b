import { Fragment } from 'react';
import type { CSSProperties } from 'react';
import type { Logo as LogoData } from './logo.server.ts';

interface LogoProps {
  readonly logo: LogoData;
  /** The site's name, for pictures without alt text. */
  readonly name: string;
  readonly className: string;
  readonly sizes: string | undefined;
  /** Styles limit the height and the width follows, so each logo's space is reserved before it loads. */
  readonly isHigh?: boolean;
  /** Display size in pixels for a picture's own size; 0: unknown. */
  readonly sized?: (picture: Size) => Size;
}

/** The logo; with a dark variant both, of which the `logo-pair` styles show and browsers load one. */
export function Logo({
  logo: { picture, dark, isInk },
  name,
  className,
  sizes,
  isHigh = false,
  sized = ownSize,
}: LogoProps) {
  const image = (
    one: typeof picture,
    more: { readonly suffix?: string; readonly style?: CSSProperties; readonly loading?: 'lazy' } = {},
  ) => {
    const { width, height } = sized(one);
    return (
      <img
        className={className + (more.suffix ?? '')}
        src={one.src}
        srcSet={one.srcset || undefined}
        sizes={one.srcset === '' ? undefined : sizes}
        width={width || undefined}
        height={height || undefined}
        alt={one.alt || name}
        decoding="async"
        loading={more.loading}
        style={more.style}
      />
    );
  };
  const fitted = ({ height }: Size): CSSProperties =>
    isHigh && height > 0 ? { height, objectFit: 'contain' } : {};
  if (dark) {
    const both = [
      [picture, ' logo-light'],
      [dark, ' logo-dark'],
    ] as const;
    return (
      <>
        {both.map(([one, suffix]) => (
          <Fragment key={suffix}>{image(one, { suffix, loading: 'lazy', style: fitted(one) })}</Fragment>
        ))}
      </>
    );
  }
  return image(picture, isInk ? { style: { ...fitted(picture), ...inkStyle(picture.src) } } : {});
}

type Size = Pick<LogoData['picture'], 'width' | 'height'>;

/** Reserves space only if both dimensions are known. */
const ownSize = ({ width, height }: Size): Size =>
  width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };

/**
 * Uses the picture as a mask in the text colour, also in forced colours and print. A mask must be same-origin, whatever
 * host the site is requested by, so the URL is root-relative.
 */
function inkStyle(src: string): CSSProperties {
  const { pathname, search } = new URL(src, 'http://localhost');
  return {
    objectPosition: '-9999px 0',
    background: 'currentColor',
    mask: `url("${pathname}${search}") 50%/contain no-repeat`,
    forcedColorAdjust: 'none',
    printColorAdjust: 'exact',
  };
}
