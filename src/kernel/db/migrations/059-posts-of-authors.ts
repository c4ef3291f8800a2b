import type { Migration } from '../migration.ts';

/** The newsroom's lists of an author: all that somebody wrote, drafts and what is in the trash, too, which the index for readers leaves out. */
export const postsOfAuthors: Migration = {
  id: 59,
  name: 'posts of authors',
  steps: () => ['create index post_written on post (author_id, type, id)'],
};
