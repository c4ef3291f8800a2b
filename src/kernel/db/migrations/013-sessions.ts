import type { Migration } from '../migration.ts';

/** Who is signed in: a row for each browser. */
export const sessions: Migration = {
  id: 13,
  name: 'sessions',
  steps: ({ integer, key }) => [
    `create table session (id ${key} primary key, user_id ${integer} not null, created_at ${integer} not null, expires_at ${integer} not null)`,
    'create index session_of_user on session (user_id)',
    'create index session_expiry on session (expires_at)',
  ],
};
