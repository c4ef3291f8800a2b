import { Island } from '../../islands/island-server.tsx';
import type { SearchFieldSettings } from '../../islands/live-search/search-field.tsx';
import type { ViewProps } from '../block.ts';
import type { SearchSettings } from '../search-settings.ts';
import { SearchBox } from './search-box.tsx';

/** The search of the site's header: a form behind an icon, with live results once somebody uses it. */
export function View({ data, blockId }: ViewProps<SearchSettings, SearchFieldSettings>) {
  return <Island name="header-search" wake="interaction" id={blockId} component={SearchBox} props={data} />;
}
