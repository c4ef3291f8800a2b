/** Level of the related posts' headline in an article's outline, below the `<h1>`; its element is an `h3`, as in the widget. */
export const headlineLevel = 2;

/** Outline level of the cards' titles, without skipping one; undefined when it matches their element (`h2` to `h6`). */
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

/** Text of a placeholder picture: the first letter or number of a title; empty when there is no such character. */
export function plateOf(title: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
}

/**
 * Shapes of a card. `lead`: large; `slip`: a tall picture overlapped by the text on a white slip; `grid`: picture
 * above; `list`: picture left; `thumb`: a small square picture right; `text`: no picture.
 */
export type CardShape = 'lead' | 'slip' | 'grid' | 'list' | 'thumb' | 'text';

export function cardStyles(...shapes: readonly CardShape[]): readonly string[] {
  return ['card', ...shapes.map((shape) => `card-${shape}`)];
}
