import type { CardLink } from '../modules/posts/model.ts';
import { termLink } from '../modules/cards/cards.ts';
import type { WindowConditions } from '../modules/posts/list-window.ts';
import { mostRanked } from '../modules/search/search-index.ts';
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

/** The site's settings of how many live results there are: below the search in the header, and of search blocks. */
type LiveLimit = 'header_search_limit' | 'search_block_limit';

/** How many live results a search shows that has no number of its own, as the site's settings say. */
export function usualLimit(site: Pick<Settings, LiveLimit>, of: LiveLimit): number {
  return site[of];
}

/** What the field of a search block needs. `usual`: the site's setting for its number of results. */
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

/** What the settings of a search block leave to be searched. */
export function scopeOf(settings: SearchSettings): SearchScope {
  return {
    types: typesOf(settings),
    excludePages: settings.exclude_pages,
    excludePosts: settings.exclude_posts,
  };
}

/** What is searched, as `post_type` of the results page; empty where that is everything. */
export async function resultTypesOf(
  content: Pick<Content, 'database' | 'settings'>,
  settings: SearchSettings,
): Promise<string> {
  const [only, ...more] = typesOf(settings);
  if (only !== undefined && more.length === 0) return only;
  if (only === undefined && !settings.exclude_pages && !settings.exclude_posts) return '';
  return (await searchedTypes(content, scopeOf(settings))).join(',');
}
