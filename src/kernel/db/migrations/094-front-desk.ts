import type { Migration } from '../migration.ts';

/** Pins of bands, with an end, a headline and a picture for the front page; the breaking line; who has the front page desk open. */
export const frontDesk: Migration = {
  id: 94,
  name: 'front-desk',
  steps: ({ integer, key, text }) => [
    `alter table front_pin add column area ${key} default 'lead'`,
    `alter table front_pin add column ends_at ${integer} default 0`,
    `alter table front_pin add column headline ${text} default ''`,
    `alter table front_pin add column media_id ${integer} default 0`,
    `create table front_state (
      id ${integer} primary key, revision ${integer}, breaking_text ${text}, breaking_url ${text}, breaking_ends_at ${integer})`,
    `create table front_editor (user_id ${integer} primary key, since ${integer}, seen_at ${integer})`,
  ],
};
