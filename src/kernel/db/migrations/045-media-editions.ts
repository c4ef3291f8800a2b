import type { Migration } from '../migration.ts';

/** How often the file of an attachment was replaced by another one at its address: browsers that kept the former one ask for it by another query. */
export const mediaEditions: Migration = {
  id: 45,
  name: 'media editions',
  steps: ({ integer }) => [`alter table media add column edition ${integer} default 0`],
};
