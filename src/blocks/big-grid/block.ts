import { defineBlock } from '../block.ts';
import { postListSettings } from '../post-list/settings.ts';
import { choice, wholeNumber } from '../setting-types.ts';

export const bigGridSettings = postListSettings.omit({ style: true, td_column_number: true, ajax_pagination: true }).extend({
  /** `one-four`: a big one and four beside it; `three`: three side by side, each with its headline on a slip of paper that overlaps the picture. */
  grid: choice(['one-four', 'three'], 'one-four'),
  limit: wholeNumber(5, 1, 5),
});

/** A few articles with large pictures. Where there are too few for `one-four` it takes three, and with fewer it stays away. */
export const block = defineBlock({
  name: 'broadsheet/big-grid',
  title: 'Big grid',
  category: 'listing',
  icon: 'M3 4h10v16H3V4Zm12 0h6v7h-6V4Zm0 9h6v7h-6v-7Z',
  settings: bigGridSettings,
  version: 1,
});
