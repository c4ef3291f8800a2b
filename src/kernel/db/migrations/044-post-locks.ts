import type { Migration } from '../migration.ts';

/** Who has a text open to write in it, and who asks for it. */
export const postLocks: Migration = {
  id: 44,
  name: 'post-locks',
  steps: ({ integer, key }) => [
    `create table post_lock (post_id ${integer} primary key, user_id ${integer} not null, window_id ${key} not null, since ${integer} not null, ` +
      `seen_at ${integer} not null, asker_id ${integer} not null, asked_at ${integer} not null, refused_id ${integer} not null)`,
  ],
};
