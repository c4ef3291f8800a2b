import type { Migration } from '../migration.ts';

/**
 * Lists of the newsroom: posts by title, of each status by how it begins (PostgreSQL takes no long text into an index), and comments of a status by date, with
 * the kind that lists ask for beside. Type and status stand in one expression, so that no other question takes this index for its own.
 */
export const newsroomLists: Migration = {
  id: 36,
  name: 'newsroom lists',
  steps: () => [
    `create index post_title on post ((type || '/' || status), substr(title, 1, 60), id)`,
    'drop index comment_status',
    'create index comment_status on comment (status, created_at, id, type)',
  ],
};
