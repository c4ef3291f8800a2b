import { defineBlock } from '../block.ts';
import { columnCount, listStylesOf, postCount, postListSettings, sortLabels } from '../post-list/settings.ts';
import { select, text, toggle, withDefaults } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/trending',
  title: 'Trending',
  description:
    'The “Trending Searches” widget: random posts, with the next ones preloaded. Empty settings use the site’s settings.',
  category: 'listing',
  keywords: ['random', 'trending searches', 'sidebar'],
  icon: 'M3 17 9 11l4 4 8-9v5h2V3h-8v2h5l-7 7.6-4-4L1.6 15.6 3 17Z',
  settings: withDefaults(postListSettings, {
    style: 'thumbs',
    ajax_pagination: 'load_more',
    td_ajax_preloading: 'preload_all',
    show_category: false,
    show_excerpt: false,
  }).extend({
    custom_title: text({
      max: 200,
      group: 'Content',
      title: 'Custom title',
      help: 'Heading of the block. Leave empty for the site’s default.',
    }),
    limit: postCount({
      default: 0,
      min: 0,
      help: 'Posts on one page of the list. 0 means the site’s default.',
    }),
    td_column_number: columnCount({
      default: 0,
      min: 0,
      help: 'Posts side by side on wide screens. 0 means the site’s default.',
    }),
    time_ago: toggle({
      default: false,
      group: 'Content',
      title: 'Time ago',
      help: 'Has no effect in this block, which always shows how long ago posts were published.',
    }),
    sort: select({
      default: 'as_the_site_says',
      options: { as_the_site_says: 'Site default', ...sortLabels },
      group: 'Filter',
      title: 'Sort order',
    }),
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_trending: {} },
  stylesOf: listStylesOf,
  example: { viewportWidth: 400 },
});
