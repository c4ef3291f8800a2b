import type { Migration } from '../migration.ts';

/** One table of what is done behind the site; pictures that wait for their sizes go on waiting there. */
export const jobs: Migration = {
  id: 14,
  name: 'jobs',
  steps: ({ id, integer, key, text }) => [
    `create table job (
      id ${id}, kind ${key}, key ${key}, payload ${text}, priority ${integer} default 0, attempts ${integer} default 0, unfinished ${integer} default 0,
        due_at ${integer}, claim ${key} default '',
      reason ${text} default '', failed_at ${integer} default 0, created_at ${integer})`,
    `insert into job (kind, key, payload, priority, attempts, unfinished, due_at, claim, reason, failed_at, created_at)
      select 'media-sizes', cast(post_id as text), '{"mediaId":' || post_id || '}', -post_id, attempts, unfinished, due_at, claim, reason, case when due_at = 0
        then ${Date.now()} else 0 end, ${Date.now()}
      from media_job order by post_id`,
    `drop table media_job`,
    `create unique index job_key on job (kind, key)`,
    `create index job_due on job (kind, due_at, priority, id)`,
    `create index job_failed on job (kind) where reason <> ''`,
  ],
};
