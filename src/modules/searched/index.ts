export { createSearchCounter } from './search-counter.ts';
export type { SearchCounter } from './search-counter.ts';
