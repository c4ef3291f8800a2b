import { defineBlock } from '../block.ts';
import { liveFilters, mostPosts, paginationModes, postListSettings } from '../post-list/settings.ts';
import { choice, flag, wholeNumber, wording } from '../setting-types.ts';

/** The theme's related posts: a post list of what shares something with the post at hand. */
export const block = defineBlock({
  name: 'broadsheet/related-posts',
  title: 'Related posts',
  category: 'single',
  icon: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  settings: postListSettings.extend({
    custom_title: wording('related_articles', 200),
    /** 0, 0 and '': as the site's settings for this block say. */
    limit: wholeNumber(0, 0, mostPosts),
    td_column_number: wholeNumber(0, 0, 4),
    live_filter: choice(liveFilters, ''),
    ajax_pagination: choice(paginationModes, 'next_prev'),
    show_excerpt: flag(false),
  }),
  version: 1,
  wireNames: { td_block_related_posts: {} },
  stylesOf: ['broadsheet/post-list'],
});
