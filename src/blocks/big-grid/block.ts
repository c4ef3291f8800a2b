import { defineBlock } from '../block.ts';
import { postListSettings } from '../post-list/settings.ts';
import { choice, wholeNumber } from '../setting-types.ts';

/**
 * Grids of large pictures, and how many articles each takes. `one-four`: a big one and four beside it; `three`: three side by
 * side; `one-two`: a big one and two beside it, one above the other; `two-three`: two above three.
 */
export const bigGrids = { 'one-four': 5, three: 3, 'one-two': 3, 'two-three': 5 } as const;
export type BigGrid = keyof typeof bigGrids;
const names = ['one-four', 'three', 'one-two', 'two-three'] as const;

export const bigGridSettings = postListSettings.omit({ style: true, td_column_number: true }).extend({
  grid: choice(names, 'one-four'),
  limit: wholeNumber(5, 1, 5),
});

/** A few articles with large pictures. Where there are too few for a grid of five it takes three, and with fewer it stays away. */
export const block = defineBlock({
  name: 'broadsheet/big-grid',
  title: 'Big grid',
  category: 'listing',
  icon: 'M3 4h10v16H3V4Zm12 0h6v7h-6V4Zm0 9h6v7h-6v-7Z',
  settings: bigGridSettings,
  version: 1,
  wireNames: {
    td_block_big_grid_1: { grid: 'one-four' },
    td_block_big_grid_2: { grid: 'three' },
    td_block_big_grid_3: { grid: 'one-two' },
    td_block_big_grid_4: { grid: 'two-three' },
  },
  stylesOf: ['broadsheet/post-list'],
});
