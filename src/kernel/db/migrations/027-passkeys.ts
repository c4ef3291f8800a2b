import type { Migration } from '../migration.ts';

/** Keys that people's machines keep, and sign in by. */
export const passkeys: Migration = {
  id: 27,
  name: 'passkeys',
  steps: ({ integer, key, text }) => [
    `create table passkey (credential ${key} primary key, user_id ${integer}, handle ${text}, public_key ${text}, counter ${integer}, transports ${text},
      name ${text}, created_at ${integer}, used_at ${integer} default 0)`,
    'create index passkey_of_user on passkey (user_id, created_at)',
  ],
};
