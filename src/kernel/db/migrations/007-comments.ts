import type { Migration } from '../migration.ts';

/** Comments from visitors: passes of the captcha that were used, and what a new comment is compared with. */
export const comments: Migration = {
  id: 7,
  name: 'comments',
  steps: ({ integer, key, clustered }) => [
    `create table used_pass (nonce ${key} primary key, expires_at ${integer}) ${clustered}`,
    `create index used_pass_expiry on used_pass (expires_at)`,
    `create index comment_email on comment (author_email, status)`,
    `create index comment_ip on comment (author_ip, created_at)`,
  ],
};
