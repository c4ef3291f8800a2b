import type { Migration } from '../migration.ts';

/** The front page: posts that editors pinned to it, and the newest posts of a format, which bands show. */
export const front: Migration = {
  id: 4,
  name: 'front',
  steps: ({ integer }) => [
    `create table front_pin (post_id ${integer} primary key, place ${integer})`,
    `create index post_video on post (published_at, id) where format = 'video'`,
  ],
};
