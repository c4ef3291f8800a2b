import type { Migration } from '../migration.ts';

/** Values before and after a change, as JSON; empty for changes whose values are stored elsewhere. */
export const activityDetails: Migration = {
  id: 86,
  name: 'activity-details',
  steps: ({ text }) => [`alter table activity add column details ${text} default ''`],
};
