import type { Migration } from '../migration.ts';

/** Posts by several authors; and what an import left here, so that a later one can tell what was edited since. */
export const bylines: Migration = {
  id: 2,
  name: 'bylines',
  steps: ({ integer, key, clustered }) => [
    `create table byline (post_id ${integer}, user_id ${integer}, position ${integer}, post_type ${key}, published_at ${integer}, listed ${integer},
      primary key (post_id, user_id)) ${clustered}`,
    `create index byline_listing on byline (user_id, listed, post_type, published_at, post_id)`,
    `alter table import_item add column state ${key} default ''`,
  ],
};
