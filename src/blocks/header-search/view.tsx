import { Island } from '../../reader/islands/island-server.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchSettings } from '../search-settings.ts';
import type { HeaderSearchData } from './loader.server.ts';
import { SearchBox } from './search-box.tsx';

/** The header's search: a form behind an icon, with live results once it is used. */
export function View({ data, blockId }: ViewProps<SearchSettings, HeaderSearchData>) {
  return <Island name="header-search" wake="interaction" id={blockId} component={SearchBox} props={data} />;
}
