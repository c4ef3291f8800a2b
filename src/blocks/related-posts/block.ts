import { defineBlock } from '../block.ts';
import { liveFilters, paginationModes, postListSettings } from '../post-list/settings.ts';
import { choice, flag, text } from '../setting-types.ts';

/** The theme's related posts: a post list that begins with what the specification says of them (6 posts in 3 columns). */
export const block = defineBlock({
  name: 'broadsheet/related-posts',
  title: 'Related posts',
  category: 'single',
  icon: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  settings: postListSettings.extend({
    custom_title: text('Related articles', 200),
    ajax_pagination: choice(paginationModes, 'next_prev'),
    live_filter: choice(liveFilters, 'cur_post_same_categories'),
    show_excerpt: flag(false),
  }),
  version: 1,
  wireNames: ['td_block_related_posts'],
});
