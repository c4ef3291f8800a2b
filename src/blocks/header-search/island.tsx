import { hydrateIsland } from '../../reader/islands/hydrate.tsx';
import { SearchBox } from './search-box.tsx';

export const start = hydrateIsland(SearchBox);
