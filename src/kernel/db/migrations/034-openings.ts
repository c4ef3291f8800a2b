import type { Migration } from '../migration.ts';
import { enqueueAll } from '../migration.ts';

/** How the text of each post begins, in plain words, so that lists need not read its markup; a job behind the site notes it of what is there. */
export const openings: Migration = {
  id: 34,
  name: 'openings',
  steps: () => ['alter table post add column opening text', enqueueAll('openings', 'post')],
};
