import type { CSSProperties } from 'react';
import type { CategoryColour, CategoryLink } from '../modules/posts/card.ts';

/** Class that sets `--accent` to one of the eight colours (theme/tokens.css); any whole number from 0 names one. */
export function accentClass(accent: number): string {
  return `accent-${accent % 8}`;
}

/** What a custom property is to React: a style like others. */
interface AccentStyle extends CSSProperties {
  readonly '--accent': string;
}

/** What gives an element the colour of a category: a class, and a style where it has a colour of its own. */
export function accentOf({ accent, own }: CategoryColour): {
  readonly className: string;
  readonly style?: AccentStyle;
} {
  return { className: accentClass(accent), ...(own === undefined ? {} : { style: { '--accent': own } }) };
}

/** The category above a headline, in its colour. */
export function Kicker({ category }: { readonly category: CategoryLink }) {
  const { className, style } = accentOf(category);
  return (
    <a className={`kicker ${className}`} style={style} href={category.url}>
      {category.name}
    </a>
  );
}
