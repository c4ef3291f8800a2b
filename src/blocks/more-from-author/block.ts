import { defineBlock } from '../block.ts';
import { listStylesOf, postListSettings } from '../post-list/settings.ts';
import { withDefaults, wording } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/more-from-author',
  title: 'More from the author',
  description: 'More articles by the author of the current article.',
  category: 'single',
  keywords: ['author', 'related', 'posts'],
  icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-6 8-6s8 2 8 6H4Z',
  settings: withDefaults(postListSettings, {
    style: 'thumbs',
    custom_title: wording('more_from_author'),
    limit: 4,
    td_column_number: 2,
    ajax_pagination: 'next_prev',
    live_filter: 'cur_post_same_author',
    show_excerpt: false,
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_more_from_author: {} },
  stylesOf: listStylesOf,
  example: { attributes: { limit: 2 } },
});
