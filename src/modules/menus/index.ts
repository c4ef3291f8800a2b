export { createMenuCache, siteOfMenus } from './cache.ts';
export type { MenuCache } from './cache.ts';
export type { Menu, MenuItem } from './model.ts';
export { menuLookKeys } from './model.ts';
export { findMenuItems, findPostsAbove, listMenus } from './store.ts';
