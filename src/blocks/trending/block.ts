import { defineBlock } from '../block.ts';
import { listSorts, listStyles, mostPosts, paginationModes, postListSettings } from '../post-list/settings.ts';
import { choice, flag, wholeNumber } from '../setting-types.ts';

/** The sidebar widget 'Trending Searches': posts at random, the next ones at hand before anybody asks. What is not set here is as the site's settings say. */
export const block = defineBlock({
  name: 'broadsheet/trending',
  title: 'Trending',
  category: 'listing',
  icon: 'M3 17 9 11l4 4 8-9v5h2V3h-8v2h5l-7 7.6-4-4L1.6 15.6 3 17Z',
  settings: postListSettings.extend({
    style: choice(listStyles, 'thumbs'),
    limit: wholeNumber(0, 0, mostPosts),
    td_column_number: wholeNumber(0, 0, 6),
    sort: choice(['as_the_site_says', ...listSorts], 'as_the_site_says'),
    ajax_pagination: choice(paginationModes, 'load_more'),
    td_ajax_preloading: choice(['', 'preload', 'preload_all'], 'preload_all'),
    show_category: flag(false),
    show_excerpt: flag(false),
  }),
  version: 1,
  wireNames: { td_block_trending: {} },
  stylesOf: ['broadsheet/post-list'],
});
