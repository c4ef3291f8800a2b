import type { CardLink } from '../content/posts/card.ts';

/** Colours of categories (theme/tokens.css), one for each id in turn. */
const accents = 8;

/** Class that sets `--accent` to the colour of a category. */
export function accentClass(categoryId: number): string {
  return `accent-${categoryId % accents}`;
}

/** The category above a headline, in its colour. */
export function Kicker({ category }: { readonly category: CardLink }) {
  return <a className={`kicker ${accentClass(category.id)}`} href={category.url}>{category.name}</a>;
}
