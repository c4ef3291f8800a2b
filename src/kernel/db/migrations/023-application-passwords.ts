import type { Migration } from '../migration.ts';

/** Passwords that people give to programs, each good for REST alone. */
export const applicationPasswords: Migration = {
  id: 23,
  name: 'application passwords',
  steps: ({ integer, key, text }) => [
    `create table application_password (id ${key} primary key, hash ${key} unique, user_id ${integer}, app_id ${text} default '', name ${text},
      created_at ${integer}, used_at ${integer} default 0, used_ip ${text} default '')`,
    'create index application_password_of_user on application_password (user_id, created_at)',
  ],
};
