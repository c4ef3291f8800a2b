import type { PageInfo } from '../../../blocks/load-context.ts';
import type { Content } from '../../../modules/content/content.ts';

/** The same page in another language. */
export interface AlternateLanguage {
  /** Language tag such as `de` or `pt-BR`, or `x-default`. */
  readonly language: string;
  /** Absolute. */
  readonly url: string;
}

/**
 * Says where a page is in other languages; its own language belongs in the list, as search engines want it. It is asked once per render, and the answer is kept
 * with the page: what it reads must emit a tag of that page when it changes.
 */
export type AlternateLanguageSource = (
  page: PageInfo,
  content: Content,
) => Promise<readonly AlternateLanguage[]>;

const sources = new Set<AlternateLanguageSource>();

/**
 * Registers a source of `<link rel="alternate" hreflang>`; returns the way to take it out again. Call it before the server listens: kept pages do not change by
 * it.
 */
export function addAlternateLanguages(source: AlternateLanguageSource): () => void {
  sources.add(source);
  return () => void sources.delete(source);
}

/** What all sources say of a page, each language once. */
export async function alternateLanguages(page: PageInfo, content: Content): Promise<AlternateLanguage[]> {
  const found = (await Promise.all([...sources].map((source) => source(page, content)))).flat();
  return [...new Map(found.map((alternate) => [alternate.language.toLowerCase(), alternate])).values()];
}
