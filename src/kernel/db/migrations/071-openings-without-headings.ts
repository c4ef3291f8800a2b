import type { Migration } from '../migration.ts';
import { openingsAnew } from '../migration.ts';

/** Beginnings of texts with headings are made once more: these ran into the sentences below them. So are those with spaces behind “。”. */
export const openingsWithoutHeadings: Migration = {
  id: 71,
  name: 'openings-without-headings',
  steps: () => openingsAnew("content like '%</h%' or expanded like '%</h%' or opening like '%。 %'"),
};
