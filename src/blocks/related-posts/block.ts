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
    'A list, with pages, of posts that share categories, tags or the author with the article that is shown.',
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
      help: 'Posts on one page of the list; 0: as the site’s settings say.',
    }),
    td_column_number: columnCount({
      default: 0,
      min: 0,
      max: 4,
      help: 'Posts side by side on wide screens; 0: as the site’s settings say.',
    }),
    live_filter: select({
      default: '',
      options: { ...liveFilters, '': 'As the site’s settings say' },
      group: 'Filter',
      title: 'Live filter',
      help: 'Criterion that the posts share with the current post, which is left out.',
    }),
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_related_posts: {} },
  stylesOf: listStylesOf,
  example: { attributes: { limit: 3 } },
});
