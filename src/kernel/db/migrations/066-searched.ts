import type { Migration } from '../migration.ts';

/** What is searched, by the day; who asked, as hashes under a key of the day, for that day alone. */
export const searched: Migration = {
  id: 66,
  name: 'searched',
  steps: ({ integer, key, text }) => [
    `create table searched_phrase (day ${integer} not null, phrase ${key} not null, shown ${text} not null, votes ${integer} not null, ` +
      `askers ${integer} not null, seen_at ${integer} not null, primary key (day, phrase))`,
    `create table searched_asker (day ${integer} not null, asker ${key} not null, phrase ${key} not null, primary key (day, asker, phrase))`,
    `create table searched_day (day ${integer} primary key, secret ${key} not null)`,
  ],
};
