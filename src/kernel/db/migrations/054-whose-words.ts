import type { Migration } from '../migration.ts';

/**
 * Which HTML blocks of which posts somebody wrote who may write any HTML; in which window an autosave was typed; and from which of its revisions on it can be
 * told what a post said. Nobody knows the first two of what is there.
 */
export const whoseWords: Migration = {
  id: 54,
  name: 'whose words',
  steps: ({ integer, key, clustered }) => [
    `create table script_block (post_id ${integer} not null, key ${key} not null, noted_at ${integer} not null, primary key (post_id, key)) ${clustered}`,
    `alter table revision add column window_id ${key} not null default ''`,
    `alter table post add column known_revision ${integer} not null default 0`,
  ],
};
