import type { CategoryLink } from '../../modules/posts/model.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { countPostsOfTerms, listTerms } from '../../modules/terms/reader.ts';
import type { TermListQuery } from '../../modules/terms/reader.ts';
import type { Term } from '../../modules/terms/model.ts';
import { taxonomyNamed, typesOf } from '../../modules/types/registry.ts';
import { articleType } from '../../modules/types/names.ts';
import { shortHash } from '../../lib/hash.ts';
import { languageOf } from '../../lib/language.ts';
import type { LoadContext } from '../load-context.ts';

export const maxTerms = 1000;

export interface ShownTerm extends CategoryLink {
  readonly taxonomy: string;
  readonly slug: string;
  readonly parentId: number;
  /** Listed posts of the term itself, without descendants. */
  readonly count: number;
}

type ShownQuery = Omit<TermListQuery, 'limit'> & { readonly limit?: number | undefined };

/** Lengths of cached lists; queries that differ only in their length share them. */
const lengths = [10, 100];

/** Visible terms of a taxonomy with their URLs; empty for one without archives. Tags its dependencies. */
export async function findShownTerms(query: ShownQuery, context: LoadContext): Promise<readonly ShownTerm[]> {
  if (!taxonomyNamed(query.taxonomy).isPublic || !/^[\w-]+$/.test(query.taxonomy)) return [];
  const { limit } = query;
  const read = {
    ...query,
    limit: limit === undefined ? undefined : (lengths.find((length) => length >= limit) ?? limit),
  };
  const shown = await context.cache(`shown terms ${JSON.stringify(read)}`, (inner) => listShown(read, inner));
  return limit === undefined ? shown : shown.slice(0, limit);
}

async function listShown(query: ShownQuery, context: LoadContext): Promise<readonly ShownTerm[]> {
  const { content } = context;
  context.tag(`terms:${query.taxonomy}`);
  for (const type of typesOfTerms(query.taxonomy)) context.tag(`list:${type}`);
  const { terms } = await listTerms(content.database.read, { ...query, limit: query.limit ?? maxTerms });
  const shown = await linked(terms, context);
  // The database sorts names identically for all languages. Only complete lists are sorted by language, since a limit
  // must select the same terms everywhere.
  const isWhole = query.limit === undefined && (query.order ?? 'name') === 'name';
  const language = isWhole ? languageOf((await content.settings.current()).site_language) : undefined;
  if (!language || language.isEnglish) return shown;
  return shown.toSorted((a, b) =>
    query.descending ? language.compare(b.name, a.name) : language.compare(a.name, b.name),
  );
}

export async function linked(terms: readonly Term[], { content }: LoadContext): Promise<ShownTerm[]> {
  const site = await content.settings.current();
  const above = await content.terms.withAncestors(terms.map(({ id }) => id));
  return terms.map((term) => ({
    ...termLink(term, above, site),
    taxonomy: term.taxonomy,
    slug: term.slug,
    parentId: term.parentId,
    count: term.count,
  }));
}

/** Listed posts of each term and its descendants. */
export function countBelow(
  terms: readonly ShownTerm[],
  taxonomy: string,
  context: LoadContext,
): Promise<Map<number, number>> {
  const ids = terms.map(({ id }) => id);
  return context.cache(`posts below ${taxonomy} ${shortHash(ids.join(' '))}`, (inner) => {
    const { content } = inner;
    inner.tag(`terms:${taxonomy}`);
    for (const type of typesOfTerms(taxonomy)) inner.tag(`list:${type}`);
    return countPostsOfTerms(content.database.read, ids, typesOfTerms(taxonomy));
  });
}

/** Public post types of a taxonomy; articles if it names none. */
function typesOfTerms(taxonomy: string): string[] {
  const types = typesOf(taxonomy)
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);
  return types.length === 0 ? [articleType] : types;
}
