import { Fragment } from 'react';
import type { CSSProperties } from 'react';
import type { Logo as LogoData } from './logo.server.ts';

interface LogoProps {
  readonly logo: LogoData;
  /** Of the site: what it is called where the picture has no text of its own. */
  readonly name: string;
  readonly className: string;
  /** Pixels that are asked for; of either picture. */
  readonly sizes: string | undefined;
  /** Styles bound its height, and its width follows: the place of each of two is kept before it comes. */
  readonly isHigh?: boolean;
  /** Pixels that it is to be shown at, from those that it has; 0: unknown. */
  readonly sized?: (picture: Size) => Size;
}

/** The logo; where it has another one for dark grounds both, of which the styles `logo-pair` show one, and browsers fetch what is shown. */
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
  const kept = ({ height }: Size): CSSProperties =>
    isHigh && height > 0 ? { height, objectFit: 'contain' } : {};
  if (dark) {
    const both = [
      [picture, ' logo-light'],
      [dark, ' logo-dark'],
    ] as const;
    return (
      <>
        {both.map(([one, suffix]) => (
          <Fragment key={suffix}>{image(one, { suffix, loading: 'lazy', style: kept(one) })}</Fragment>
        ))}
      </>
    );
  }
  return image(picture, isInk ? { style: { ...kept(picture), ...inkStyle(picture.src) } } : {});
}

type Size = Pick<LogoData['picture'], 'width' | 'height'>;

/** Its place is kept only where both are known. */
const ownSize = ({ width, height }: Size): Size =>
  width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };

/**
 * The drawing as a stencil in the text's colour: its place, its size and its name are a picture's. Colours that a reader forces, and paper, have it, too. A
 * stencil has to come from where the page does, whatever name the site is asked by.
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
