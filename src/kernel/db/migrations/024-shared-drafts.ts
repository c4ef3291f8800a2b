import type { Migration } from '../migration.ts';

/** Links by which outsiders read drafts. */
export const sharedDrafts: Migration = {
  id: 24,
  name: 'shared drafts',
  steps: ({ integer, key }) => [
    `create table shared_draft (post_id ${integer} primary key, key_hash ${key} not null, shared_by ${integer} not null, created_at ${integer} not null)`,
  ],
};
