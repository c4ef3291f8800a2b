import { defineCoreBlock } from './core-block.ts';

/** Leads who may edit a comment to where that is done. There is no such page on this site, so nobody is led there. */
export const block = defineCoreBlock({ name: 'core/comment-edit-link', attributes: {}, load: async () => undefined });
