import type { Migration } from '../migration.ts';

/** With the status in it, or SQLite prefers the index of all posts by type and status, and looks at each of them. */
export const behindPassword: Migration = {
  id: 68,
  name: 'behind a password',
  steps: () => [
    'drop index post_behind_password',
    `create index post_behind_password on post (type, status, id) where status = 'publish' and password <> ''`,
  ],
};
