import type { Migration } from '../migration.ts';

const words = `check (verb in ('create', 'update', 'trash', 'restore', 'delete', 'import', 'login', 'logout', 'login-failed')
  and kind in ('post', 'term', 'menu', 'user', 'setting', 'template', 'redirect', 'front', 'comment', 'job', 'site')
  and came_from in ('site', 'cli', 'import'))`;
const columns = 'id, at, user_id, user_name, verb, kind, item_id, summary, came_from, details';

/** Log-ins among the logged activity, daily counts of failed log-ins, and the last run of each queue. */
export const health: Migration = {
  id: 96,
  name: 'health',
  steps: ({ name, id, integer, key, text }) => [
    ...(name === 'postgres'
      ? [
          'alter table activity drop constraint activity_words',
          `alter table activity add constraint activity_words ${words}`,
        ]
      : [
          `create table activity_next (
            id ${id}, at ${integer}, user_id ${integer}, user_name ${text}, verb ${key}, kind ${key},
            item_id ${integer}, summary ${text}, came_from ${key} default 'site', details ${text} default '',
            constraint activity_words ${words})`,
          `insert into activity_next (${columns}) select ${columns} from activity`,
          'drop table activity',
          'alter table activity_next rename to activity',
          'create index activity_item on activity (kind, item_id, id)',
        ]),
    `create table login_failure (
      day ${integer}, address ${key}, count ${integer}, failed_at ${integer}, primary key (day, address))`,
    `create table task_run (
      name ${key} primary key, ran_at ${integer}, failed_at ${integer} default 0, reason ${text} default '')`,
  ],
};
