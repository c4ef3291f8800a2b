import { defineBlock } from '../block.ts';
import {
  columnCount,
  listStylesOf,
  liveFilters,
  postCount,
  postListSettings,
} from '../post-list/settings.ts';
import { select, withDefaults, wording } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/related-posts',
  title: 'Related posts',
  description:
    'A paginated list of posts that share categories, tags or the author with the current article.',
  category: 'single',
  keywords: ['similar', 'recommended', 'more'],
  icon: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  settings: withDefaults(postListSettings, {
    custom_title: wording('related_articles'),
    ajax_pagination: 'next_prev',
    show_excerpt: false,
  }).extend({
    limit: postCount({
      default: 0,
      min: 0,
      help: 'Posts on one page of the list. 0 means the site’s default.',
    }),
    td_column_number: columnCount({
      default: 0,
      min: 0,
      max: 4,
      help: 'Posts side by side on wide screens. 0 means the site’s default.',
    }),
    live_filter: select({
      default: '',
      options: { ...liveFilters, '': 'Site default' },
      group: 'Filter',
      title: 'Live filter',
      help: 'Lists posts that share this with the current post, which is left out.',
    }),
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_related_posts: {} },
  stylesOf: listStylesOf,
  example: { attributes: { limit: 3 } },
});
