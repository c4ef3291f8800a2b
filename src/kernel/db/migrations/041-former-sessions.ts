import type { Migration } from '../migration.ts';

/** A session that goes on under another token knows which one it had, so that who signs out ends both. */
export const formerSessions: Migration = {
  id: 41,
  name: 'former-sessions',
  steps: ({ key }) => [`alter table session add column former ${key} default ''`],
};
