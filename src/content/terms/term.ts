export interface Term {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** HTML as written. */
  readonly description: string;
  readonly parentId: number;
  /** Listed posts given this very term. */
  readonly count: number;
  /** Number of its colour, 0 to 7: the one that was chosen for it (term meta `accent`), else one that follows from its id. */
  readonly accent: number;
}

/** Colours that terms are given (theme/tokens.css). */
export const accents = 8;
/** Term meta that names the colour. */
export const accentMetaKey = 'accent';

/** Most terms above each other: every post of the lowest is in the lists of all. */
export const deepestTerm = 50;
