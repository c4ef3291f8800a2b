import type { Migration } from '../migration.ts';

/** Related posts: the words that tell what a post is about, and the posts that were found to be like it. Both are made again when they are missing. */
export const related: Migration = {
  id: 6,
  name: 'related',
  steps: ({ integer, key, text }) => [
    `create table post_digest (post_id ${integer} primary key, digest_key ${key}, words ${text})`,
    `create table post_related (post_id ${integer} primary key, ranking_key ${key}, ranked_at ${integer}, ranking ${text})`,
  ],
};
