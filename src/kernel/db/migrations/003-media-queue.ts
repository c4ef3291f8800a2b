import type { Migration } from '../migration.ts';

/** Pictures whose sizes are to be made, and which attachments a rendered text shows. */
export const mediaQueue: Migration = {
  id: 3,
  name: 'media queue',
  steps: ({ integer, key, text, clustered }) => [
    `alter table media add column version ${integer} default 1`,
    `alter table media add column focus_given ${integer} default 0`,
    `update media set focus_given = 1 where focal_x <> 500 or focal_y <> 500`,
    `create table media_job (
      post_id ${integer} primary key, attempts ${integer} default 0, unfinished ${integer} default 0, due_at ${integer}, claim ${key} default '',
        reason ${text} default '')`,
    `create index media_job_due on media_job (due_at, post_id desc)`,
    `create table post_render_media (post_id ${integer}, media_id ${integer}, version ${integer}, primary key (post_id, media_id)) ${clustered}`,
  ],
};
