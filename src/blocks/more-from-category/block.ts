import { defineBlock } from '../block.ts';
import { listStyles, liveFilters, paginationModes, postListSettings } from '../post-list/settings.ts';
import { choice, flag, wholeNumber, wording } from '../setting-types.ts';

/** Further articles of the categories of the article at hand. */
export const block = defineBlock({
  name: 'broadsheet/more-from-category',
  title: 'More from the category',
  category: 'single',
  icon: 'M3 5h7l2 2h9v12H3V5Z',
  settings: postListSettings.extend({
    style: choice(listStyles, 'thumbs'),
    custom_title: wording('more_from_section', 200),
    limit: wholeNumber(4, 1, 50),
    td_column_number: wholeNumber(2, 1, 6),
    ajax_pagination: choice(paginationModes, 'next_prev'),
    live_filter: choice(liveFilters, 'cur_post_same_categories'),
    show_excerpt: flag(false),
  }),
  version: 1,
  wireNames: { td_block_more_from_category: {} },
  stylesOf: ['broadsheet/post-list'],
});
