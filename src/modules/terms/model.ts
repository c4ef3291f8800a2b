import { nameKey } from '../../lib/fold.ts';
import { wholeLook } from '../../lib/look/whole-look.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import { ownCategoryColours } from '../../lib/look/look-tokens.ts';
import { memoizedBy } from '../../lib/noted-reads.ts';
import { isKnownLanguage } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { languageTagOf } from '../../lib/language-tags.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import { languageTaxonomy } from '../types/index.ts';

export interface CategoryColour {
  /** Index of the theme's eight colours, 0 to 7. */
  readonly accent: number;
  /** CSS colour of its own; takes precedence. */
  readonly own?: string;
}

export interface Term {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** HTML as written. */
  readonly description: string;
  readonly parentId: number;
  /** Listed posts with this very term, without descendants. */
  readonly count: number;
  /** Incremented by each change; detects stale saves. */
  readonly revision: number;
  /** Index of its colour, 0 to 7: the chosen one (meta `accent`), else derived from its id. */
  readonly accent: number;
}

/** Maximum depth of a hierarchy: posts of the deepest term are in the lists of all its ancestors. */
export const deepestTerm = 50;

export function chainOf(term: Term, terms: ReadonlyMap<number, Term>): Term[] {
  const chain: Term[] = [];
  for (let at: Term | undefined = term; at && !chain.includes(at); at = terms.get(at.parentId))
    chain.unshift(at);
  return chain;
}

export function byName(a: Term, b: Term): number {
  const [first, second] = [nameKey(a.name), nameKey(b.name)];
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}

const ownColours = memoizedBy((choice: LookChoice) => ownCategoryColours(wholeLook(choice)));

/** Colour of the last term of a chain: the index, and the look's custom colour for it or its nearest ancestor. */
export function colourOf(
  chain: readonly Pick<Term, 'slug' | 'accent'>[],
  { look }: Pick<Settings, 'look'>,
): CategoryColour {
  const accent = chain.at(-1)?.accent ?? 0;
  if (look.colours?.category === undefined) return { accent };
  const colours = ownColours(look);
  const slug = chain.findLast((term) => colours.has(term.slug))?.slug;
  const own = slug === undefined ? undefined : colours.get(slug);
  return own === undefined ? { accent } : { accent, own };
}

/** Characters of a description that are parsed; Polylang's has about a hundred. */
const maxDescription = 2000;

/** Language tag of a `language` term: from the locale in Polylang's description, else from its slug; undefined for an unknown language. */
export function languageOfTerm({
  slug,
  description,
}: Pick<Term, 'slug' | 'description'>): string | undefined {
  const details = description.length > maxDescription ? undefined : unserializeMap(description.trim());
  return [phpText(details?.get('locale')), slug]
    .map(languageTagOf)
    .find((tag) => tag !== undefined && isKnownLanguage(tag));
}

export function languageOfPost(
  { termIds }: { readonly termIds: readonly number[] },
  terms: ReadonlyMap<number, Term>,
): string | undefined {
  for (const id of termIds) {
    const term = terms.get(id);
    const language = term?.taxonomy === languageTaxonomy ? languageOfTerm(term) : undefined;
    if (language !== undefined) return language;
  }
  return undefined;
}
