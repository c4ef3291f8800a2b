import type { BlockLoader } from '../load-context.ts';
import { loadSearchField } from '../search.server.ts';
import type { SearchSettings } from '../search-settings.ts';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';

export const load: BlockLoader<SearchSettings, SearchFieldSettings> = (settings, context) =>
  loadSearchField(settings, context, 'search_block_limit');
