import { hydrateIsland } from '../../reader/islands/hydrate.tsx';
import { InlineSearch } from './inline-search.tsx';

export const start = hydrateIsland(InlineSearch);
