import { choice, line, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

const columns = whole(1, 6);
const limit = whole(1, 100);
const sort = choice([
  '',
  'oldest_posts',
  'modified_date',
  'popular',
  'popular7',
  'comment_count',
  'random_posts',
  'alphabetical_order',
]);

/** What the site's listing blocks begin with; each block in a document can say otherwise. */
export const blocks = settingGroup('blocks', 'Content blocks', {
  related_block_limit: setting(limit, {
    default: 6,
    title: 'Related block: posts',
    help: 'Posts on a page of the related-posts block.',
  }),
  related_block_columns: setting(columns, {
    default: 3,
    title: 'Related block: columns',
    help: 'Columns of the related-posts block.',
  }),
  related_block_live_filter: setting(
    choice(['cur_post_same_categories', 'cur_post_same_tags', 'cur_post_same_author']),
    {
      default: 'cur_post_same_categories',
      title: 'Related block: posts of',
      help: 'What the posts share with the article at hand.',
    },
  ),
  trending_title: setting(line(), {
    default: 'Trending Searches',
    title: 'Trending: title',
    help: 'Heading of the trending widget.',
  }),
  trending_limit: setting(limit, {
    default: 6,
    title: 'Trending: posts',
    help: 'Posts on a page of the trending widget.',
  }),
  trending_columns: setting(columns, {
    default: 1,
    title: 'Trending: columns',
    help: 'Columns of the trending widget.',
  }),
  trending_sort: setting(sort, {
    default: 'random_posts',
    title: 'Trending: order',
    help: 'Order of the posts; empty: newest first; popular, popular7: most read of all time or in 7 days, and random until there are counts.',
  }),
  trending_filter_label: setting(line(), {
    default: 'All',
    title: 'Trending: filter label',
    help: 'Name of the filter’s first entry, which shows everything.',
  }),
  time_ago_add_txt: setting(line(50), {
    default: 'ago',
    title: 'Time-ago word',
    help: 'Follows relative dates: 5 hours ago.',
  }),
  time_ahead_txt: setting(line(50), {
    default: 'from now',
    title: 'Time-ahead word',
    help: 'Follows relative dates that have not come: 5 hours from now.',
  }),
  ticker_start: setting(choice(['autostart', 'manual']), {
    default: 'autostart',
    title: 'Ticker start',
    help: 'autostart: titles change by themselves; manual: by the arrows only.',
  }),
  // Any text is accepted: LOAD-03 has the page fall back to grey for a colour that it can't use.
  loader_color: setting(
    line(50).regex(
      /^(?:#[a-z0-9]{3,6})?$/i,
      'expected # and 3 to 6 letters or digits, such as #0b5cff, or nothing',
    ),
    { default: '', title: 'Loader colour', help: '# and 3 to 6 letters or digits; empty: shades of grey.' },
  ),
});
