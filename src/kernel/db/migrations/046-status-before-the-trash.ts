import type { Migration } from '../migration.ts';

const words = `'publish', 'future', 'draft', 'pending', 'private', 'auto-draft', 'inherit'`;

/**
 * What a post in the trash was before, in its row: who may do what with it goes by that. Until then it stood in its meta alone; what nobody noted, or noted as
 * something that we don't know, was a draft.
 */
export const statusBeforeTheTrash: Migration = {
  id: 46,
  name: 'status before the trash',
  steps: ({ key }) => [
    `alter table post add column trashed_status ${key} default '' constraint post_trashed_status check (trashed_status in ('', ${words}))`,
    `update post set trashed_status = coalesce((select value from post_meta where post_id = post.id and key = '_wp_trash_meta_status' and value in (${words})
      order by post_meta.id limit 1), 'draft') where status = 'trash'`,
  ],
};
