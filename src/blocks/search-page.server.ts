import type { CardLink } from '../modules/posts/card.ts';
import { termLink } from '../modules/posts/cards.ts';
import type { WindowConditions } from '../modules/posts/list-window.ts';
import { mostRanked } from '../modules/search/search-index.ts';
import { searchPosts, typesNamed } from '../modules/search/reader.ts';
import type { SearchResult } from '../modules/search/search-index.ts';
import { listTerms } from '../modules/terms/reader.ts';
import type { LoadContext, Several } from './load-context.ts';
import { sectionTaxonomy } from '../modules/types/names.ts';
import { searchableTypes } from '../modules/types/registry.ts';

/** What a list of several, or a narrowed search, asks of posts. */
export function conditionsOf({
  groups,
  without,
  authorIds,
  withoutAuthorIds,
  between,
}: Several): WindowConditions {
  return {
    termGroups: groups,
    excludeTermIds: without,
    authorIds,
    excludeAuthorIds: withoutAuthorIds,
    between,
  };
}

/** All that the search at hand finds, best first; asked for once a page, whichever blocks show it. */
export function searchPage(context: LoadContext): Promise<SearchResult> {
  return context.keep('search', async (inner) => {
    const { content, page } = inner;
    const types = typesNamed(page.postType);
    const found = await searchPosts(content, {
      query: page.search ?? '',
      types,
      limit: mostRanked,
      within: page.narrowed && conditionsOf(page.narrowed),
    });
    for (const type of new Set([...searchableTypes(), ...types, ...Object.keys(found.byType)]))
      inner.tag(`list:${type}`, 'primary');
    inner.tag('excerpts', 'secondary'); // their words are found, too
    return found;
  });
}

const mostSections = 8;

/** The largest sections, for readers who found nothing. */
export async function largestSections(context: LoadContext): Promise<CardLink[]> {
  const { content } = context;
  const { terms } = await listTerms(content.database.read, {
    taxonomy: sectionTaxonomy,
    parentId: 0,
    hideEmpty: true,
    order: 'count',
    descending: true,
    limit: mostSections,
  });
  context.tag(`terms:${sectionTaxonomy}`, 'secondary');
  const [above, site] = [
    await content.terms.withAncestors(terms.map(({ id }) => id)),
    await content.settings.current(),
  ];
  return terms.map((term) => termLink(term, above, site));
}
