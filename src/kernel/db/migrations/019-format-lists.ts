import type { Migration } from '../migration.ts';

/** Articles of a format are listed by an index that holds those alone that have another than the usual one. */
export const formatLists: Migration = {
  id: 19,
  name: 'format lists',
  steps: () => [
    `create index post_format on post (format, type, published_at, id) where status = 'publish' and password = '' and format <> 'standard'`,
  ],
};
