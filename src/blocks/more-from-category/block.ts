import { defineBlock } from '../block.ts';
import { listStylesOf, postListSettings } from '../post-list/settings.ts';
import { withDefaults, wording } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/more-from-category',
  title: 'More from the category',
  description: 'More articles from the categories of the current article.',
  category: 'single',
  keywords: ['section', 'related', 'posts'],
  icon: 'M3 5h7l2 2h9v12H3V5Z',
  settings: withDefaults(postListSettings, {
    style: 'thumbs',
    custom_title: wording('more_from_section'),
    limit: 4,
    td_column_number: 2,
    ajax_pagination: 'next_prev',
    live_filter: 'cur_post_same_categories',
    show_excerpt: false,
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_more_from_category: {} },
  stylesOf: listStylesOf,
  example: { attributes: { limit: 2 } },
});
