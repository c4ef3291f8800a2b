import { nameKey } from '../../lib/fold.ts';

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
  /** Number of its colour, 0 to 7: the one that was chosen for it (meta `accent`), else one that follows from its id. */
  readonly accent: number;
}

/** Most terms above each other: every post of the lowest is in the lists of all. */
export const deepestTerm = 50;

/** The terms from the outermost one down to this; `terms` holds those above it. */
export function chainOf(term: Term, terms: ReadonlyMap<number, Term>): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId))
    chain.unshift(at);
  return chain;
}

/** The order of names that lists of terms have, for terms that were read otherwise. */
export function byName(a: Term, b: Term): number {
  const [first, second] = [nameKey(a.name), nameKey(b.name)];
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}
