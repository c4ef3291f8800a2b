import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts with blocks that no width of screen shows are made once more: what these say is for nobody to read. */
export const openingsWithoutUnseenBlocks: Migration = {
  id: 48,
  name: 'openings-without-unseen-blocks',
  steps: () => openingsAnew("content like '%viewport%' or expanded like '%viewport%'"),
};
