export { createFeeds } from './store.ts';
export type { Feeds } from './store.ts';
