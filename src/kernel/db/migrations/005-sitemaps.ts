import type { Migration } from '../migration.ts';

/** Sitemaps hold spans of ids: the first listed post, and the first term of a taxonomy, behind an id. */
export const sitemaps: Migration = {
  id: 5,
  name: 'sitemaps',
  steps: () => [
    `create index post_sitemap on post (type, id) where status = 'publish' and password = ''`,
    `create index term_sitemap on term (taxonomy, id)`,
  ],
};
