import { replacedTexts } from '../modules/settings/definitions/translations.ts';
import type { Settings } from '../modules/settings/settings.ts';
import { searchTexts } from '../lib/search-texts.ts';
import type { SearchFieldSettings } from '../reader/islands/live-search/search-field.tsx';
import type { LoadContext } from './load-context.ts';
import { resultTypesOf } from './search-scope.server.ts';
import { liveLimit } from './search-settings.ts';
import type { SearchSettings } from './search-settings.ts';

/** The site's settings of how many live results there are: below the search in the header, and of search blocks. */
export type LiveLimit = 'header_search_limit' | 'search_block_limit';

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
