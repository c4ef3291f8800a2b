import { languageOfTerm } from '../modules/terms/model.ts';
import { findTermBySlug } from '../modules/terms/reader.ts';
import { fileType, languageTaxonomy } from '../modules/types/names.ts';
import type { Database } from '../kernel/db/open-database.ts';
import { languageTagOf } from '../lib/language-tags.ts';
import { isKnownLanguage } from '../modules/settings/site-facts.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import type { WxrItem } from './wxr-events.ts';

export interface LanguageCount {
  readonly name: string;
  /** Language tag of their pages; empty when unknown, in which case pages have the site's language. */
  readonly tag: string;
  readonly items: number;
}

/** Post meta in which WPML's export and its XML-RPC interface store the language. */
export const wpmlLanguageKeys = ['_wpml_import_language_code', '_wpml_language'] as const;

/**
 * The language term of an item translated with WPML, whose own table is not part of exports: the language comes from
 * meta, or from the address (`?lang=de`).
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

/** Example: `Deutsch` for `de`. */
const ownNameOf = (tag: string) => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(tag));
};

const maxLanguages = 200;

export class LanguageCounter {
  readonly #itemsBySlug = new Map<string, number>();

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

  async list({ read }: Pick<Database, 'read'>): Promise<LanguageCount[]> {
    const found: LanguageCount[] = [];
    for (const [slug, items] of this.#itemsBySlug) {
      const term = await findTermBySlug(read, languageTaxonomy, slug);
      if (term) found.push({ name: term.name, tag: languageOfTerm(term) ?? '', items });
    }
    return found.toSorted((a, b) => b.items - a.items || (a.name < b.name ? -1 : 1));
  }
}

export function describeLanguage({ name, tag, items }: LanguageCount): string {
  return `${name}${tag === '' ? ' (unknown; pages use the site’s language)' : ` (${tag})`}: ${items} ${items === 1 ? 'item' : 'items'}`;
}
