import { hydrateIsland } from '../../islands/hydrate.tsx';
import { SearchBox } from './search-box.tsx';

export const start = hydrateIsland(SearchBox);
