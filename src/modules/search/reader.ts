import type { Content } from '../content/content.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { listWindow } from '../posts/list-window.ts';
import type { WindowConditions } from '../posts/list-window.ts';
import type { Settings } from '../settings/settings.ts';
import { listedTypes } from '../sitemaps/reader.ts';
import { postTypeNamed } from '../types/registry.ts';
import { mostRanked } from './search-index.ts';
import type { SearchQuery, SearchResult } from './search-index.ts';
import { articleType, pageType, patternType } from '../types/names.ts';

/** What one search looks through. The site's settings hold for all of them; this narrows them further. */
export interface SearchScope {
  /** Post types; none: all that are searched. Names of others find nothing. */
  readonly types?: readonly string[];
  readonly excludePages?: boolean;
  readonly excludePosts?: boolean;
  /** What is asked of posts beside the words. Of words that more posts have than are ranked, it is asked of those. */
  readonly within?: WindowConditions | undefined;
}

export type ScopedQuery = Omit<SearchQuery, 'types'> & SearchScope;

/**
 * Listed posts that hold every word of a text, best first. Takes any text; throws `UnavailableError` when too many search, or when the index does not answer in
 * time.
 */
export async function searchPosts(
  content: Pick<Content, 'database' | 'settings' | 'search'>,
  { types, excludePages, excludePosts, within, ...query }: ScopedQuery,
): Promise<SearchResult> {
  const listed = await listedTypes(content.database.read);
  const searched = await searchedAmong(content, listed, { types, excludePages, excludePosts });
  const { site_language: language } = await content.settings.current();
  const found = (part: Pick<SearchQuery, 'limit' | 'offset'>) =>
    content.search.find({
      ...query,
      ...part,
      language,
      types: searched,
      mayHavePatterns: listed.includes(patternType),
    });
  return within
    ? narrowed(content.database.read, await found({ limit: mostRanked, offset: 0 }), within, query)
    : found(query);
}

/** Of all that was found what meets these conditions too: a query for each type that was found. */
async function narrowed(
  read: Reader,
  found: SearchResult,
  within: WindowConditions,
  { limit, offset = 0 }: Pick<SearchQuery, 'limit' | 'offset'>,
): Promise<SearchResult> {
  const ofTypes = await Promise.all(
    Object.keys(found.byType).map(
      async (type) =>
        [
          type,
          (
            await listWindow(read, {
              ...within,
              type,
              ids: found.ids,
              order: 'newest',
              limit: found.ids.length,
            })
          ).ids,
        ] as const,
    ),
  );
  const kept = new Set(ofTypes.flatMap(([, ids]) => ids));
  const ids = found.ids.filter((id) => kept.has(id));
  return {
    ...found,
    ids: ids.slice(offset, offset + limit),
    total: ids.length,
    mistyped: found.mistyped && ids.length > 0,
    byType: Object.fromEntries(
      ofTypes.filter(([, some]) => some.length > 0).map(([type, some]) => [type, some.length]),
    ),
  };
}

/** The post types that a search looks through: those that have listed posts and pages of their own, as settings and scope allow. */
export async function searchedTypes(
  content: Pick<Content, 'database' | 'settings'>,
  scope: SearchScope = {},
): Promise<string[]> {
  return searchedAmong(content, await listedTypes(content.database.read), scope);
}

async function searchedAmong(
  { settings }: Pick<Content, 'settings'>,
  listed: readonly string[],
  scope: SearchScope,
): Promise<string[]> {
  const {
    search_exclude_pages: noPages,
    search_exclude_posts: noPosts,
    search_post_type: only,
  } = await settings.current();
  const isWanted = (type: string) =>
    postTypeNamed(type).isSearched &&
    !(type === pageType && (noPages || scope.excludePages)) &&
    !(type === articleType && (noPosts || scope.excludePosts)) &&
    [only, scope.types ?? []].every((types) => types.length === 0 || types.includes(type));
  return listed.filter(isWanted);
}

/** Types that a page of a search names (`post_type` of its address: one, or several with commas between them); none: all. */
export function typesNamed(postType: string | undefined): string[] {
  return postType === undefined ? [] : postType.split(',');
}

/** Results on a page of a search. */
export function resultsPerPage({
  search_results_limit: limit,
}: Pick<Settings, 'search_results_limit'>): number {
  return Math.min(50, limit);
}
