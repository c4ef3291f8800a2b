import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts with blocks that their editors have hidden are made once more: what these say is for nobody to read. */
export const openingsWithoutHiddenBlocks: Migration = {
  id: 39,
  name: 'openings-without-hidden-blocks',
  steps: () => openingsAnew("content like '%blockVisibility%' or expanded like '%blockVisibility%'"),
};
