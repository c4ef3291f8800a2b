export { createMenuCache, siteOfMenus } from './cache.ts';
export type { MenuCache } from './cache.ts';
export { findPostsAbove } from './store.ts';
