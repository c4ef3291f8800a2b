import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts that hold an address are made once more: one that stands alone in a paragraph is none of its words, however the paragraph is written. */
export const openingsWithoutAddresses: Migration = {
  id: 38,
  name: 'openings-without-addresses',
  steps: () => openingsAnew("opening like '%http%'"),
};
