import type { CategoryLink } from '../content/posts/card.ts';

/** Class that sets `--accent` to one of the eight colours (theme/tokens.css); any whole number from 0 names one. */
export function accentClass(accent: number): string {
  return `accent-${accent % 8}`;
}

/** The category above a headline, in its colour. */
export function Kicker({ category }: { readonly category: CategoryLink }) {
  return <a className={`kicker ${accentClass(category.accent)}`} href={category.url}>{category.name}</a>;
}
