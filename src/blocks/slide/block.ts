import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { filterStyles, postCount, postListSettings } from '../post-list/settings.ts';

export const slideSettings = postListSettings.omit({ style: true, td_column_number: true }).extend({
  limit: postCount({ default: 5, max: 20 }),
});

export const block = defineBlock({
  name: 'broadsheet/slide',
  title: 'Slide',
  description: 'Articles as large slides, one at a time: readers swipe, scroll or use the buttons.',
  category: 'listing',
  keywords: ['slider', 'carousel', 'featured'],
  icon: 'M6 5h12v11H6V5ZM2 7h2v7H2V7Zm18 0h2v7h-2V7ZM9 18h2v2H9v-2Zm4 0h2v2h-2v-2Z',
  settings: slideSettings,
  showsPosts: true,
  version: 1,
  wireNames: { td_block_slide: {} },
  stylesOf: (list) => ['broadsheet/post-list', ...filterStyles(list), ...cardStyles('slip')],
  example: {},
});
