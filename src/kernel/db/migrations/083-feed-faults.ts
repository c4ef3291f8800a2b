import type { Migration } from '../migration.ts';

/** A feed stores why its last fetch failed, which was a failed job before. */
export const feedFaults: Migration = {
  id: 83,
  name: 'feed faults',
  steps: () => [
    "alter table feed add column fault text default ''",
    "delete from job where kind = 'feed' and failed_at > 0",
  ],
};
