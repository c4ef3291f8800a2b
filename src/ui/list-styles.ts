/**
 * Shapes of a card. `lead`: the big one; `slip`: a tall picture, the text on a slip of paper that overlaps it; `grid`: picture above; `list`: picture left;
 * `thumb`: a small square one right; `text`: no picture.
 */
export type CardShape = 'lead' | 'slip' | 'grid' | 'list' | 'thumb' | 'text';

/** Names of the style sheets (`src/theme/lists/`) that cards of these shapes need. */
export function cardStyles(...shapes: readonly CardShape[]): readonly string[] {
  return ['card', ...shapes.map((shape) => `card-${shape}`)];
}
