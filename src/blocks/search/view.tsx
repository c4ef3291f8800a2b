import { Island } from '../../reader/islands/island-server.tsx';
import type { SearchFieldSettings } from '../../reader/islands/live-search/search-field.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchSettings } from '../search-settings.ts';
import { InlineSearch } from './inline-search.tsx';

export function View({ data, blockId }: ViewProps<SearchSettings, SearchFieldSettings>) {
  return <Island name="search" wake="interaction" id={blockId} component={InlineSearch} props={data} />;
}
