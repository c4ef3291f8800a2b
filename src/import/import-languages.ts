import { languageOfTerm } from '../modules/terms/model.ts';
import { findTermBySlug } from '../modules/terms/reader.ts';
import { fileType, languageTaxonomy } from '../modules/types/names.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { languageTagOf } from '../lib/language-tags.ts';
import { isKnownLanguage } from '../modules/settings/site-facts.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import type { WxrItem } from './wxr-events.ts';

/** How many items of an export are in a language. */
export interface LanguageCount {
  readonly name: string;
  /** Language tag of their pages; empty when the language is unknown, so that they have the site's. */
  readonly tag: string;
  readonly items: number;
}

/** Meta in which WPML's export and its XML-RPC interface name the language of a post. */
export const wpmlLanguageKeys = ['_wpml_import_language_code', '_wpml_language'] as const;

/**
 * The term that stands for the language WPML gave an item: WPML has a table of its own for it, which exports don't hold; they name it in meta, or in the
 * address (`?lang=de`).
 */
export function wpmlLanguageTerm({
  meta,
  link,
}: Pick<WxrItem, 'meta' | 'link'>): { taxonomy: string; slug: string; name: string } | undefined {
  const address = decodeEntities(link);
  const codes = [
    ...wpmlLanguageKeys.map((key) => meta.find((entry) => entry.key === key)?.value ?? ''),
    URL.canParse(address) ? (new URL(address).searchParams.get('lang') ?? '') : '',
  ];
  const tag = codes.map(languageTagOf).find((one) => one !== undefined && isKnownLanguage(one));
  return tag === undefined
    ? undefined
    : { taxonomy: languageTaxonomy, slug: tag.toLowerCase(), name: ownNameOf(tag) };
}

/** A language's name in itself: `Deutsch`. */
const ownNameOf = (tag: string) => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(tag));
};

/** Languages that are counted; a site has fewer. */
const maxLanguages = 200;

/** Counts the items of an import by language, for its report. */
export class LanguageCounter {
  readonly #itemsBySlug = new Map<string, number>();

  /** `terms`: those of the item. */
  note(
    { type }: Pick<WxrItem, 'type'>,
    terms: readonly { readonly taxonomy: string; readonly slug: string }[],
  ): void {
    if (type === fileType) return;
    const slug = terms.find(({ taxonomy }) => taxonomy === languageTaxonomy)?.slug;
    if (slug === undefined || (!this.#itemsBySlug.has(slug) && this.#itemsBySlug.size >= maxLanguages))
      return;
    this.#itemsBySlug.set(slug, (this.#itemsBySlug.get(slug) ?? 0) + 1);
  }

  /** The languages with their names here, the most used first. */
  async list({ read }: Pick<Database, 'read'>): Promise<LanguageCount[]> {
    const found: LanguageCount[] = [];
    for (const [slug, items] of this.#itemsBySlug) {
      const term = await findTermBySlug(read, languageTaxonomy, slug);
      if (term) found.push({ name: term.name, tag: languageOfTerm(term) ?? '', items });
    }
    return found.toSorted((a, b) => b.items - a.items || (a.name < b.name ? -1 : 1));
  }
}

/** One line of the report. */
export function describeLanguage({ name, tag, items }: LanguageCount): string {
  return `${name}${tag === '' ? ' (unknown, pages have the site’s language)' : ` (${tag})`}: ${items} ${items === 1 ? 'item' : 'items'}`;
}
