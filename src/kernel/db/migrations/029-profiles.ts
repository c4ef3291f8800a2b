import type { Migration } from '../migration.ts';

/** What people show of themselves beside their words: a portrait of their own, and where else they are. */
export const profiles: Migration = {
  id: 29,
  name: 'profiles',
  steps: ({ key, text }) => [
    `alter table "user" add column portrait ${key} default ''`,
    `alter table "user" add column links ${text} default '[]'`,
  ],
};
