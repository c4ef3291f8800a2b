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
  /** Counts changes; a stale save names an older one. */
  readonly revision: number;
  /** Number of its colour, 0 to 7: the one that was chosen for it (term meta `accent`), else one that follows from its id. */
  readonly accent: number;
}

/** Colours that terms are given (theme/tokens.css). */
export const accents = 8;
/** Term meta that names the colour. */
export const accentMetaKey = 'accent';

/** Most terms above each other: every post of the lowest is in the lists of all. */
export const deepestTerm = 50;

/** The terms from the outermost one down to this; `terms` holds those above it. */
export function chainOf(term: Term, terms: ReadonlyMap<number, Term>): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId)) chain.unshift(at);
  return chain;
}
