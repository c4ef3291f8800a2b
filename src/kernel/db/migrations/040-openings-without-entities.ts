import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts that hold what may be an entity are made once more: all names that HTML has are read, where only the usual ones were. */
export const openingsWithoutEntities: Migration = {
  id: 40,
  name: 'openings-without-entities',
  steps: () => openingsAnew("opening like '%&%'"),
};
