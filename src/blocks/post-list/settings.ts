import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import type { CardShape } from '../../lib/cards.ts';
import {
  color,
  keysOf,
  number,
  postTypeName,
  reference,
  references,
  select,
  text,
  toggle,
} from '../setting-types.ts';
import { sectionTaxonomy, tagTaxonomy } from '../../modules/types/names.ts';
import { startOf } from '../../lib/cut-text.ts';

/** Characters; a tag's slug. */
const maxFilterLength = 200;

/** Cleans a received filter entry: limits its length and removes NUL, which databases reject. */
export const filterOf = (sent: string | null | undefined): string =>
  startOf((sent ?? '').replaceAll('\0', ''), maxFilterLength);

/** Paging modes; '' shows one page only. */
const paginationModes = {
  '': 'None',
  next_prev: 'Previous and next',
  load_more: 'Load more button',
  numbered: 'Page numbers',
  infinite: 'Infinite scrolling',
  infinite_load: 'Infinite scrolling (legacy)',
  other: 'Previous and next (legacy)',
} as const;

export const liveFilters = {
  '': 'None',
  cur_post_same_categories: 'Categories of the current post',
  cur_post_section: 'Section of the current post',
  cur_post_same_tags: 'Tags of the current post',
  cur_post_same_author: 'Author of the current post',
} as const;

const styles = {
  cards: 'Cards: images above',
  list: 'List: images at the side',
  compact: 'Headlines',
  ranks: 'Numbered',
  reel: 'Reel: a row that scrolls sideways',
  lead: 'Lead: one large, headlines next to it',
  thumbs: 'Small square images',
  wire: 'Wire: date first',
} as const;
export const listStyles = keysOf(styles);
export type ListStyle = (typeof listStyles)[number];

/** Card shapes per style; of two, the first is for the first card. */
export const listShapes: Readonly<Record<ListStyle, readonly [CardShape, CardShape?]>> = {
  cards: ['grid'],
  list: ['list'],
  compact: ['text'],
  ranks: ['text'],
  reel: ['grid'],
  lead: ['lead', 'thumb'],
  thumbs: ['thumb'],
  wire: ['text'],
};

/** Styles with cards in rows, where a missing picture must leave no gap. */
export const inRows: ReadonlySet<ListStyle> = new Set(['cards', 'reel']);

export function filterStyles({
  td_ajax_filter_type: filter,
}: {
  readonly td_ajax_filter_type: string;
}): readonly string[] {
  return filter === '' ? [] : ['list-filter'];
}

interface Styled {
  readonly style: ListStyle;
  readonly ajax_pagination: string;
  readonly td_ajax_filter_type: string;
}

export function listStylesOf({ style, ...list }: Styled): readonly string[] {
  const pager = list.ajax_pagination === 'numbered' ? ['pager'] : [];
  const plates = inRows.has(style) ? ['card-plate'] : [];
  const cards = cardStyles(...listShapes[style].filter((shape) => shape !== undefined));
  return [
    'broadsheet/post-list',
    'list',
    `list-${style}`,
    ...filterStyles(list),
    ...plates,
    ...pager,
    ...cards,
  ];
}

/** Upper bound of posts per page, whatever a request asks for. */
const maxPosts = 50;

/** Orders of a list, with their labels; '': newest first. */
export const sortLabels = {
  '': 'Newest first',
  oldest_posts: 'Oldest first',
  modified_date: 'Last modified first',
  comment_count: 'Most commented',
  popular: 'Most read of all time',
  popular7: 'Most read in 7 days',
  alphabetical_order: 'Alphabetical',
  random_posts: 'Random',
} as const;
export const listSorts = keysOf(sortLabels);
export type ListSort = (typeof listSorts)[number];

const preloading = {
  '': 'None',
  preload: 'The next page',
  preload_all: 'The next three pages, continuously',
} as const;

const filterTypes = {
  '': 'No filter',
  td_category_ids_filter: 'Categories',
  td_tag_slug_filter: 'Tags',
  td_author_ids_filter: 'Authors',
  td_popularity_filter_fa: 'Popularity',
} as const;

export function postCount(bounds: {
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
  readonly help?: string;
}) {
  return number({
    group: 'Filter',
    title: 'Number of posts',
    help: 'Posts on one page of the list.',
    min: 1,
    max: maxPosts,
    ...bounds,
  });
}

export function columnCount(bounds: {
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
  readonly help?: string;
}) {
  const help = 'Posts side by side on wide screens, if the style has room for them.';
  return number({ group: 'Layout', title: 'Columns', help, min: 1, max: 6, ...bounds });
}

/** Settings of every post list, named as on the wire (specification, section 3). */
/** Characters of a setting of post ids. */
export const maxIdsLength = 2000;

export const postListSettings = z.object({
  style: select({ default: 'cards', options: styles, group: 'Layout', title: 'List style' }),
  custom_title: text({
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the block. Leave empty for none, or for the category’s name with “Category by rank”. “%s” is the name of the current post’s section.',
  }),
  header_color: color({
    group: 'Style',
    title: 'Heading color',
    help: 'Color of the heading and the line above it.',
  }),
  limit: postCount({ default: 6 }),
  offset: number({
    default: 0,
    min: 0,
    max: 10_000,
    group: 'Filter',
    title: 'Offset',
    help: 'Number of posts to skip at the start of the list.',
  }),
  td_column_number: columnCount({ default: 3 }),
  ajax_pagination: select({
    default: '',
    options: paginationModes,
    group: 'Pagination',
    title: 'Pagination',
    help: 'How readers reach the next pages of the list.',
  }),
  ajax_pagination_infinite_stop: number({
    default: 0,
    min: 0,
    max: 1000,
    group: 'Pagination',
    title: 'Infinite scrolling stops at page',
    help: 'From this page on, readers load more with a button. 0 means that scrolling continues to the end.',
  }),
  td_ajax_preloading: select({
    default: '',
    options: preloading,
    group: 'Pagination',
    title: 'Preloading',
    help: 'Pages that are loaded before a reader requests them.',
  }),
  td_ajax_filter_type: select({
    default: '',
    options: filterTypes,
    group: 'Ajax filter',
    title: 'Filter type',
    help: 'Lets readers filter the list with a drop-down menu.',
  }),
  td_ajax_filter_ids: text({
    max: 1000,
    group: 'Ajax filter',
    title: 'Filter entries',
    help: 'Category or author IDs, or tag slugs, separated by commas. Leave empty for those with the most posts, or the newest authors.',
  }),
  td_filter_value: text({
    max: maxFilterLength,
    group: 'Ajax filter',
    title: 'Selected entry',
    help: 'ID, slug or order that is selected when the page loads. Leave empty to show everything.',
  }),
  td_filter_default_txt: text({
    max: 100,
    group: 'Ajax filter',
    title: 'Default filter label',
    help: 'Name of the first entry, which shows everything. Leave empty for the site’s default.',
  }),
  live_filter: select({
    default: '',
    options: liveFilters,
    group: 'Filter',
    title: 'Live filter',
    help: 'Lists posts that share this with the current post, which is left out.',
  }),
  live_filter_cur_post_id: reference({
    control: 'post',
    group: 'Advanced',
    title: 'Post for the live filter',
    help: 'Used instead of the current post. Leave empty for the post that the page shows.',
  }),
  live_filter_cur_post_author: reference({
    control: 'user',
    group: 'Advanced',
    title: 'Author for the live filter',
    help: 'Used instead of the current post’s author. Leave empty for that author.',
  }),
  sort: select({ default: '', options: sortLabels, group: 'Filter', title: 'Sort order' }),
  random_seed: number({
    default: 0,
    min: 0,
    max: 2 ** 31,
    group: 'Advanced',
    title: 'Random seed',
    help: 'The same number gives the same random order. 0 means a new order for each reader.',
  }),
  post_ids: references({
    control: 'post',
    max: maxIdsLength,
    group: 'Filter',
    title: 'Posts',
    help: 'Only these posts, in this order. A minus before an ID excludes that post.',
  }),
  post_type: postTypeName({
    group: 'Filter',
    title: 'Post type',
    help: 'Type of the listed posts. Leave empty for posts.',
  }),
  category_id: references({
    control: 'term',
    taxonomy: sectionTaxonomy,
    max: 200,
    group: 'Filter',
    title: 'Categories',
    help: 'Posts in any of these categories or their subcategories. Leave empty for all.',
  }),
  tag_slug: references({
    control: 'term',
    taxonomy: tagTaxonomy,
    by: 'slug',
    multiple: false,
    max: 200,
    group: 'Filter',
    title: 'Tag',
    help: 'Only posts with this tag.',
  }),
  author_id: reference({
    control: 'user',
    group: 'Filter',
    title: 'Author',
    help: 'Only posts by this author.',
  }),
  time_ago: toggle({
    default: false,
    group: 'Content',
    title: 'Time ago',
    help: 'Shows how long ago posts were published instead of their dates.',
  }),
  time_ago_add_txt: text({
    max: 40,
    group: 'Content',
    title: 'Time-ago suffix',
    help: 'Text after relative times; it also turns them on. Leave empty for the site’s default.',
  }),
  category_rank: number({
    default: 0,
    min: 0,
    max: 8,
    group: 'Filter',
    title: 'Category by rank',
    help: '1 is the category with the most posts, 2 the next one; 0 is off. The name of the category is used if there is no custom title.',
  }),
  discussed_only: toggle({
    default: false,
    group: 'Filter',
    title: 'Only posts with comments',
    help: 'Excludes posts without comments. Meant for lists of the most commented posts.',
  }),
  viewed_only: toggle({
    default: false,
    group: 'Filter',
    title: 'Only posts with views',
    help: 'Excludes posts without counted views. Meant for lists of the most-read posts.',
  }),
  once: toggle({
    default: false,
    group: 'Filter',
    title: 'No duplicates',
    help: 'Excludes posts shown by blocks above, and hides its own posts from blocks below.',
  }),
  first_page_only: toggle({
    default: false,
    group: 'Filter',
    title: 'First page only',
    help: 'Hides the block on later pages of a list. Requires “No duplicates”, so that the second page continues where the first one ends.',
  }),
  min_posts: number({
    default: 1,
    min: 1,
    max: maxPosts,
    group: 'Filter',
    title: 'Minimum number of posts',
    help: 'With “No duplicates”, hides the block if fewer posts are left.',
  }),
  show_excerpt: toggle({
    default: true,
    group: 'Content',
    title: 'Excerpt',
    help: 'Shows the excerpt in styles that have room for one.',
  }),
  show_category: toggle({
    default: true,
    group: 'Content',
    title: 'Category',
    help: 'Shows the category above each headline.',
  }),
  show_meta: toggle({
    default: true,
    group: 'Content',
    title: 'Author and date',
    help: 'Shows who wrote a post and when.',
  }),
  // Visual settings; none of these changes which posts there are.
  text_color: color({ group: 'Style', title: 'Text color' }),
  title_size: number({
    default: 0,
    min: 0,
    max: 60,
    unit: 'px',
    group: 'Style',
    title: 'Headline size',
    help: '0 means the default of the style.',
  }),
  gap: number({
    default: -1,
    min: -1,
    max: 120,
    unit: 'px',
    group: 'Style',
    title: 'Space between posts',
    help: '-1 means the default of the style.',
  }),
});

export type PostListSettings = z.output<typeof postListSettings>;
