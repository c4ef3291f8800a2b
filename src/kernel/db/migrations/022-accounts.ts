import type { Migration } from '../migration.ts';

/** What people need to get into their accounts: links that are good once, and sessions that they can tell apart. */
export const accounts: Migration = {
  id: 22,
  name: 'accounts',
  steps: ({ integer, key, text }) => [
    `create table account_token (id ${key} primary key, kind ${key}, user_id ${integer}, data ${text} default '{}', created_at ${integer},
      expires_at ${integer})`,
    'create index account_token_of_user on account_token (user_id, kind)',
    'create index account_token_expiry on account_token (expires_at)',
    `alter table session add column lasts_ms ${integer} default 172800000`,
    `alter table session add column roles ${text} default ''`,
    `alter table session add column ip ${text} default ''`,
    `alter table session add column user_agent ${text} default ''`,
    'create index user_login_folded on "user" (lower(login))',
  ],
};
