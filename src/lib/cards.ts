/** What the headline over related posts is in the outline of an article whose own heading is the first level; its element says 3, as in the widget. */
export const headlineLevel = 2;

/** The level of their titles in the outline, which may leave none out; undefined: what their element (`h2` to `h6`) says. */
export function titleLevel({
  headline,
  heading,
}: {
  readonly headline: string;
  readonly heading: string;
}): number | undefined {
  const deepest = headline === '' ? headlineLevel : headlineLevel + 1;
  return Number(heading.slice(1)) > deepest ? deepest : undefined;
}

/** What a plate says: the first letter or number of a title; empty where it has none. */
export function plateOf(title: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
}

/**
 * Shapes of a card. `lead`: the big one; `slip`: a tall picture, the text on a slip of paper that overlaps it; `grid`: picture above; `list`: picture left;
 * `thumb`: a small square one right; `text`: no picture.
 */
export type CardShape = 'lead' | 'slip' | 'grid' | 'list' | 'thumb' | 'text';

/** Names of the style sheets (`src/theme/lists/`) that cards of these shapes need. */
export function cardStyles(...shapes: readonly CardShape[]): readonly string[] {
  return ['card', ...shapes.map((shape) => `card-${shape}`)];
}
