import { defineBlock } from '../block.ts';
import { listStylesOf, postListSettings } from '../post-list/settings.ts';
import { withDefaults, wording } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/popular',
  title: 'Most read',
  description:
    'The most-read posts by counted views, in the last seven days or of all time. Hidden until views have been counted.',
  category: 'listing',
  keywords: ['most read', 'views', 'ranking', 'top'],
  icon: 'M4 13h4v7H4v-7Zm6-9h4v16h-4V4Zm6 5h4v11h-4V9Z',
  settings: withDefaults(postListSettings, {
    style: 'ranks',
    custom_title: wording('popular'),
    limit: 5,
    td_column_number: 1,
    sort: 'popular7',
    viewed_only: true,
    show_excerpt: false,
    show_meta: false,
  }),
  showsPosts: true,
  version: 1,
  wireNames: { td_block_popular: {} },
  stylesOf: listStylesOf,
  example: {},
});
