import type { Migration } from '../migration.ts';

/** What readers say is wrong with a comment: once each, who that was as a signature alone, but for who was signed in. */
export const commentReports: Migration = {
  id: 65,
  name: 'comment reports',
  steps: ({ id, integer, key, text }) => [
    `create table comment_report (id ${id}, comment_id ${integer} not null, post_id ${integer} not null, user_id ${integer} not null, reporter ${key} not null,
      reason ${key} not null check (reason in ('spam', 'insult', 'other')), text ${text} not null, created_at ${integer} not null,
      is_dismissed ${integer} not null default 0 check (is_dismissed in (0, 1)), unique (comment_id, reporter))`,
    'create index comment_report_open on comment_report (is_dismissed, comment_id)',
    'create index comment_report_post on comment_report (post_id)',
    'create index comment_report_user on comment_report (user_id)',
  ],
};
