import { defineBlock } from '../block.ts';
import { listSorts, listStyles, postListSettings } from '../post-list/settings.ts';
import { choice, flag, wholeNumber, wording } from '../setting-types.ts';

/** What is read most, by counted views: of the last seven days, or of all time with `sort: popular`. It stays away until somebody was counted to read. */
export const block = defineBlock({
  name: 'broadsheet/popular',
  title: 'Most read',
  category: 'listing',
  icon: 'M4 13h4v7H4v-7Zm6-9h4v16h-4V4Zm6 5h4v11h-4V9Z',
  settings: postListSettings.extend({
    style: choice(listStyles, 'ranks'),
    custom_title: wording('popular', 200),
    limit: wholeNumber(5, 1, 50),
    td_column_number: wholeNumber(1, 1, 6),
    sort: choice(listSorts, 'popular7'),
    viewed_only: flag(true),
    show_excerpt: flag(false),
    show_meta: flag(false),
  }),
  version: 1,
  wireNames: { td_block_popular: {} },
  stylesOf: ['broadsheet/post-list'],
});
