import type { Migration } from '../migration.ts';

/** What people change is numbered, so that a stale save is known for one; and who changed what is noted. */
export const whoChangedWhat: Migration = {
  id: 12,
  name: 'who changed what',
  steps: ({ id, integer, key, text }) => [
    ...['term', '"user"', 'menu', 'redirect'].map(
      (table) => `alter table ${table} add column revision ${integer} default 1`,
    ),
    `create table activity (
      id ${id}, at ${integer}, user_id ${integer}, user_name ${text}, verb ${key}, kind ${key}, item_id ${integer}, summary ${text},
      constraint activity_words check (verb in ('create', 'update', 'trash', 'restore', 'delete') and kind in ('post', 'term', 'menu', 'user', 'setting',
        'template', 'redirect', 'front')))`,
    `create index activity_item on activity (kind, item_id, id)`,
  ],
};
