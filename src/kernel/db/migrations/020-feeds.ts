import type { Migration } from '../migration.ts';

/** Copies of the feeds of other sites that pages show. */
export const feeds: Migration = {
  id: 20,
  name: 'feeds',
  steps: ({ integer, key, text }) => [
    `create table feed (url ${key} primary key, items ${text}, fetched_at ${integer}, asked_at ${integer})`,
    'create index feed_asked on feed (asked_at, url)',
  ],
};
