import { languageTagOf } from '../../lib/language-tag.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import { isKnownLanguage } from '../settings/check-language.ts';
import type { Term } from '../terms/term.ts';
import { languageTaxonomy } from '../types/names.ts';

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
