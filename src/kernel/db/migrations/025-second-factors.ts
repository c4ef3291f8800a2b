import type { Migration } from '../migration.ts';

/** What people show beside their password: codes of an app, and those for when it is lost. */
export const secondFactors: Migration = {
  id: 25,
  name: 'second factors',
  steps: ({ integer, key, text }) => [
    `create table second_factor (user_id ${integer} primary key, secret ${text}, step ${integer}, created_at ${integer})`,
    `create table recovery_code (hash ${key} primary key, user_id ${integer})`,
    'create index recovery_code_of_user on recovery_code (user_id)',
  ],
};
