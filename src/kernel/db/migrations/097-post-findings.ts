import type { Migration } from '../migration.ts';

/** Problems found in published posts, and indexes for the dashboard's lists of unfinished posts and of open editors. */
export const postFindings: Migration = {
  id: 97,
  name: 'post-findings',
  steps: ({ integer, text }) => [
    `create table post_finding (
      post_id ${integer} primary key, checked_at ${integer}, picture_count ${integer}, link_count ${integer},
      details ${text})`,
    `create index post_draft on post (modified_at, id) where status in ('draft', 'pending')`,
    `create index post_own_draft on post (author_id, modified_at, id) where status in ('draft', 'pending')`,
    'create index post_lock_seen on post_lock (seen_at)',
  ],
};
