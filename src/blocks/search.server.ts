import type { CardLink } from '../modules/posts/model.ts';
import { termLink } from '../modules/cards/cards.ts';
import type { WindowConditions } from '../modules/posts/list-window.ts';
import { maxRanked } from '../modules/search/search-index.ts';
import { searchPosts, typesNamed, searchedTypes } from '../modules/search/results.ts';
import type { SearchResult } from '../modules/search/search-index.ts';
import { listTerms } from '../modules/terms/reader.ts';
import type { LoadContext, Several } from './load-context.ts';
import { sectionTaxonomy } from '../modules/types/names.ts';
import { searchableTypes } from '../modules/types/registry.ts';
import { replacedTexts } from '../modules/settings/definitions/translations.ts';
import type { Settings } from '../modules/settings/settings.ts';
import { searchTexts } from '../lib/search-texts.ts';
import type { SearchFieldSettings } from '../reader/islands/live-search/search-field.tsx';
import { liveLimit } from './search-settings.ts';
import type { SearchSettings } from './search-settings.ts';
import type { Content } from '../modules/content/content.ts';
import type { SearchScope } from '../modules/search/results.ts';

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

/** The page's search results, best first; cached per page for all blocks. */
export function searchPage(context: LoadContext): Promise<SearchResult> {
  return context.cache('search', async (inner) => {
    const { content, page } = inner;
    const types = typesNamed(page.postType);
    const found = await searchPosts(content, {
      query: page.search ?? '',
      types,
      limit: maxRanked,
      within: page.narrowed && conditionsOf(page.narrowed),
    });
    for (const type of new Set([...searchableTypes(), ...types, ...Object.keys(found.byType)]))
      inner.tag(`list:${type}`, 'primary');
    inner.tag('excerpts', 'secondary'); // the index includes their text
    return found;
  });
}

const maxSections = 8;

/** The largest sections, for readers whose search found nothing. */
export async function largestSections(context: LoadContext): Promise<CardLink[]> {
  const { content } = context;
  const { terms } = await listTerms(content.database.read, {
    taxonomy: sectionTaxonomy,
    parentId: 0,
    hideEmpty: true,
    order: 'count',
    descending: true,
    limit: maxSections,
  });
  context.tag(`terms:${sectionTaxonomy}`, 'secondary');
  const [above, site] = [
    await content.terms.withAncestors(terms.map(({ id }) => id)),
    await content.settings.current(),
  ];
  return terms.map((term) => termLink(term, above, site));
}

type LiveLimit = 'header_search_limit' | 'search_block_limit';

export function usualLimit(site: Pick<Settings, LiveLimit>, of: LiveLimit): number {
  return site[of];
}

/** Data of a search block's field. `usual`: the site's setting for its number of results. */
export async function loadSearchField(
  settings: SearchSettings,
  { content }: LoadContext,
  usual: LiveLimit,
): Promise<SearchFieldSettings> {
  const site = await content.settings.current();
  const { exclude_pages, exclude_posts, post_type, results_limit } = settings;
  const atts = {
    ...(exclude_pages && { exclude_pages }),
    ...(exclude_posts && { exclude_posts }),
    ...(post_type && { post_type }),
    ...(results_limit && { results_limit }),
  };
  const texts = replacedTexts(site, searchTexts);
  return {
    ...(Object.keys(texts).length > 0 && { texts }),
    limit: liveLimit(settings, usualLimit(site, usual)),
    live: !settings.disable_live_search && !site.search_disable_live_search,
    atts: Object.keys(atts).length === 0 ? '' : JSON.stringify(atts),
    postType: await resultTypesOf(content, settings),
  };
}

const typesOf = ({ post_type: names }: SearchSettings) =>
  names.split(/[\s,]+/).filter((name) => name !== '' && name !== 'any');

export function scopeOf(settings: SearchSettings): SearchScope {
  return {
    types: typesOf(settings),
    excludePages: settings.exclude_pages,
    excludePosts: settings.exclude_posts,
  };
}

/** The searched types as `post_type` of the results page; empty for all. */
export async function resultTypesOf(
  content: Pick<Content, 'database' | 'settings'>,
  settings: SearchSettings,
): Promise<string> {
  const [only, ...more] = typesOf(settings);
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined && !settings.exclude_pages && !settings.exclude_posts) return '';
  return (await searchedTypes(content, scopeOf(settings))).join(',');
}
