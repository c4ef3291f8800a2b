import { defineBlock } from '../block.ts';
import { postListSettings } from '../post-list/settings.ts';
import { wholeNumber } from '../setting-types.ts';

export const slideSettings = postListSettings.omit({ style: true, td_column_number: true }).extend({
  limit: wholeNumber(5, 1, 20),
});

/** Articles as large slides, one at a time: a row that snaps, which the browser scrolls by itself; buttons and a count come with scripts. */
export const block = defineBlock({
  name: 'broadsheet/slide',
  title: 'Slide',
  category: 'listing',
  icon: 'M6 5h12v11H6V5ZM2 7h2v7H2V7Zm18 0h2v7h-2V7ZM9 18h2v2H9v-2Zm4 0h2v2h-2v-2Z',
  settings: slideSettings,
  version: 1,
  wireNames: { td_block_slide: {} },
  stylesOf: ['broadsheet/post-list'],
});
