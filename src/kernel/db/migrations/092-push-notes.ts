import type { Migration } from '../migration.ts';

/** Push messages written by hand, counts of deliveries, and columns for the list of subscribers. */
export const pushNotes: Migration = {
  id: 92,
  name: 'push-notes',
  steps: ({ id, integer, key, text }) => [
    `create table push_note (
      id ${id}, title ${text}, body ${text}, url ${text}, image ${text}, due_at ${integer},
      created_at ${integer}, state ${key},
      constraint push_note_words check (state in ('scheduled', 'queued', 'stopped')))`,
    `create index push_note_due on push_note (due_at) where state = 'scheduled'`,
    `alter table push_message add column note_id ${integer} default 0`,
    `alter table push_message add column delivered_count ${integer} default 0`,
    `alter table push_message add column failed_count ${integer} default 0`,
    `alter table push_subscription add column language ${key} default ''`,
    `alter table push_subscription add column delivered_at ${integer} default 0`,
    `alter table push_subscription add column failed_at ${integer} default 0`,
  ],
};
