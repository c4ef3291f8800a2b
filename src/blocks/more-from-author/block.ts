import { defineBlock } from '../block.ts';
import { listStyles, liveFilters, paginationModes, postListSettings } from '../post-list/settings.ts';
import { choice, flag, wholeNumber, wording } from '../setting-types.ts';

/** Further articles of the author of the article at hand. */
export const block = defineBlock({
  name: 'broadsheet/more-from-author',
  title: 'More from the author',
  category: 'single',
  icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-6 8-6s8 2 8 6H4Z',
  settings: postListSettings.extend({
    style: choice(listStyles, 'thumbs'),
    custom_title: wording('more_from_author', 200),
    limit: wholeNumber(4, 1, 50),
    td_column_number: wholeNumber(2, 1, 6),
    ajax_pagination: choice(paginationModes, 'next_prev'),
    live_filter: choice(liveFilters, 'cur_post_same_author'),
    show_excerpt: flag(false),
  }),
  version: 1,
  wireNames: { td_block_more_from_author: {} },
  stylesOf: ['broadsheet/post-list'],
});
