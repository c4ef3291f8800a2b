import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice, flag, text, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  style: choice(['cards', 'list', 'compact'], 'list'),
  custom_title: text('', 200),
  /** Shows the newest article of the first page large. */
  big_first: flag(false),
  td_column_number: wholeNumber(3, 1, 4),
  /** Posts on a page; 0: as the site's reading settings say. */
  limit: wholeNumber(0, 0, 50),
  /**
   * Leaves out what blocks above show, on this page and on all that follow: on a front, the list below its bands. The first page of the list then holds at least
   * `least` posts, and as many more as make the whole page hold what the site's reading settings say.
   */
  once: flag(false),
  least: wholeNumber(6, 1, 50),
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
