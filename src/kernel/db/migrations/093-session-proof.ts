import type { Migration } from '../migration.ts';

/** Until when a session is allowed to do sensitive things, after its user entered their password or second factor again. */
export const sessionProof: Migration = {
  id: 93,
  name: 'session-proof',
  steps: ({ integer }) => [`alter table session add column proven_until ${integer} default 0`],
};
