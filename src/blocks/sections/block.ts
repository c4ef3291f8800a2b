import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** Place of the first category, where 1 is the one with the most posts. */
  from: wholeNumber(1, 1, 8),
  /** Categories side by side. */
  columns: wholeNumber(3, 2, 4),
  /** Articles of each. */
  limit: wholeNumber(4, 2, 8),
});
export type Settings = z.output<typeof settings>;

/**
 * The newest articles of several top categories, side by side: each opens with a picture. What blocks above show is left out; categories with fewer than two
 * articles left make room for the next ones, and where only one category has that many the block stays away.
 */
export const block = defineBlock({
  name: 'broadsheet/sections',
  title: 'Sections',
  category: 'listing',
  icon: 'M3 4h5v6H3V4Zm6.5 0h5v6h-5V4ZM16 4h5v6h-5V4ZM3 12h5v2H3v-2Zm6.5 0h5v2h-5v-2Zm6.5 0h5v2h-5v-2ZM3 17h5v2H3v-2Zm6.5 0h5v2h-5v-2Zm6.5 0h5v2h-5v-2Z',
  settings,
  version: 1,
});
