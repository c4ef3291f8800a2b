import type { BlockLoader } from '../load-context.ts';
import { loadSearchField } from '../search.server.ts';
import type { SearchSettings } from '../search-settings.ts';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';

export interface HeaderSearchData extends SearchFieldSettings {
  readonly mobile: boolean;
}

export const load: BlockLoader<SearchSettings, HeaderSearchData> = async (settings, context) => ({
  ...(await loadSearchField(settings, context, 'header_search_limit')),
  mobile: (await context.content.settings.current()).mobile_search,
});
