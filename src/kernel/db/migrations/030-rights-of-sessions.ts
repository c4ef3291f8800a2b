import type { Migration } from '../migration.ts';

/** A session knows what its owner could do when it was opened, not only under which roles: what a role allows may change. */
export const rightsOfSessions: Migration = {
  id: 30,
  name: 'rights-of-sessions',
  steps: () => ['alter table session rename column roles to rights'],
};
