import type { Migration } from '../migration.ts';

/** Post types and taxonomies that editors define (decision 111). Those of the code have no rows. */
export const contentTypes: Migration = {
  id: 98,
  name: 'content-types',
  steps: ({ integer, key, text }) => [
    `create table content_type (
      name ${key}, kind ${key}, definition ${text}, revision ${integer}, is_deleted ${integer}, updated_at ${integer},
      primary key (name))`,
  ],
};
