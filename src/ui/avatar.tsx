import type { CSSProperties } from 'react';
import { classes } from './class-names.ts';
import { accentClass } from './kicker.tsx';

/** First letters of the first and last word, in capitals; numbers are no words. `?` when there is none. */
export function initialsOf(name: string): string {
  const words = name.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? ['?'];
  return [words[0], ...words.slice(1).slice(-1)]
    .map((word = '') => Array.from(word)[0])
    .join('')
    .toUpperCase();
}

export interface AvatarProps {
  readonly name: string;
  /** Picks the colour. */
  readonly id: number;
  /** Address of a square portrait. */
  readonly src?: string | undefined;
  /** Pixels. */
  readonly size: number;
  /** Pixels, where it is not as high as it is wide. */
  readonly height?: number;
  readonly className?: string;
  readonly style?: CSSProperties | undefined;
}

/** A portrait, or initials where there is none. It repeats the name beside it, so screen readers skip it. */
export function Avatar({ name, id, src, size, height = size, className, style }: AvatarProps) {
  if (src)
    return (
      <img
        className={classes('avatar', className)}
        src={src}
        width={size}
        height={height}
        alt=""
        loading="lazy"
        style={style}
      />
    );
  const own = { width: size, height, fontSize: Math.round(Math.min(size, height) * 0.38), ...style };
  return (
    <span className={classes('avatar', accentClass(id), className)} style={own} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
