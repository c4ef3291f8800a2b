import { nameKey } from '../../lib/fold.ts';
import { wholeLook } from '../../lib/look/look-choice.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import { ownCategoryColours } from '../../lib/look/look-tokens.ts';
import { madeOnceOf } from '../../lib/noted-reads.ts';
import { isKnownLanguage } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { languageTagOf } from '../../lib/language-tags.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import { languageTaxonomy } from '../types/index.ts';

/** The colour of a category. */
export interface CategoryColour {
  /** Number of one of the eight, 0 to 7. */
  readonly accent: number;
  /** CSS of one of its own, which goes above that. */
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

const ownColours = madeOnceOf((choice: LookChoice) => ownCategoryColours(wholeLook(choice)));

/** The colour of the last term of a chain: that which the look says of it, or of the nearest above it, beside its number among the eight. */
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

/** Characters of a term's description that are read: Polylang's has about a hundred. */
const maxDescription = 2000;

const tagByTerm = new LruCache<string, { readonly tag: string | undefined }>(200);

/** The language tag of a term of the taxonomy `language`: of the locale in Polylang's description, else of its slug; undefined for an unknown language. */
export function languageOfTerm({
  slug,
  description,
}: Pick<Term, 'slug' | 'description'>): string | undefined {
  const key = `${slug} ${description.length > maxDescription ? '' : description}`;
  const known = tagByTerm.get(key);
  if (known) return known.tag;
  const details = description.length > maxDescription ? undefined : unserializeMap(description.trim());
  const tag = [phpText(details?.get('locale')), slug]
    .map(languageTagOf)
    .find((one) => one !== undefined && isKnownLanguage(one));
  tagByTerm.set(key, { tag });
  return tag;
}

/** The language of a post with these terms, the first that is known; undefined when it is that of the site. */
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
