import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** Look of the list. `front`: the lead package on the first page. */
  style: choice(['cards', 'list', 'compact', 'front'], 'list'),
  td_column_number: wholeNumber(3, 1, 4),
  /** Posts on a page; 0: as the site's reading settings say. */
  limit: wholeNumber(0, 0, 50),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/archive-loop',
  title: 'Archive list',
  category: 'archive',
  icon: 'M3 4h5v5H3V4Zm7 1h11v1.5H10V5ZM3 11h5v5H3v-5Zm7 1h11v1.5H10V12Z',
  settings,
  version: 1,
});
