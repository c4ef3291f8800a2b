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
  infinite_load: 'Infinite scrolling (another name)',
  other: 'Previous and next (another name)',
} as const;

export const liveFilters = {
  '': 'None',
  cur_post_same_categories: 'Categories of the current post',
  cur_post_section: 'Section of the current post',
  cur_post_same_tags: 'Tags of the current post',
  cur_post_same_author: 'Author of the current post',
} as const;

const styles = {
  cards: 'Cards: pictures above',
  list: 'List: pictures at the side',
  compact: 'Headlines',
  ranks: 'Numbered',
  reel: 'Reel: a row that scrolls sideways',
  lead: 'Lead: one large, headlines next to it',
  thumbs: 'Small square pictures',
  wire: 'Wire: the date in front',
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
  preload_all: 'The next three pages, again after each turn',
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
  const help = 'Posts side by side on wide screens, as far as the style has room for them.';
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
    title: 'Header colour',
    help: 'Of the heading and the rule above it.',
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
    help: 'How readers get to further pages of the list.',
  }),
  ajax_pagination_infinite_stop: number({
    default: 0,
    min: 0,
    max: 1000,
    group: 'Pagination',
    title: 'Infinite scrolling stops at page',
    help: 'From this page on, readers load more with a button. 0: scrolling continues to the end.',
  }),
  td_ajax_preloading: select({
    default: '',
    options: preloading,
    group: 'Pagination',
    title: 'Preloading',
    help: 'Pages that are fetched before a reader asks for them.',
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
    title: 'Chosen entry',
    help: 'ID, slug or order that is selected at first. Leave empty for everything.',
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
    help: 'Lists posts that have this in common with the current post, which is left out.',
  }),
  live_filter_cur_post_id: reference({
    control: 'post',
    group: 'Advanced',
    title: 'Post of the live filter',
    help: 'Used instead of the current post. Leave empty for the post that the page shows.',
  }),
  live_filter_cur_post_author: reference({
    control: 'user',
    group: 'Advanced',
    title: 'Author of the live filter',
    help: 'Used instead of the current post’s author. Leave empty for that author.',
  }),
  sort: select({ default: '', options: sortLabels, group: 'Filter', title: 'Sort order' }),
  random_seed: number({
    default: 0,
    min: 0,
    max: 2 ** 31,
    group: 'Advanced',
    title: 'Random seed',
    help: 'The same number gives the same random order; 0: a new order for each reader.',
  }),
  post_ids: references({
    control: 'post',
    max: maxIdsLength,
    group: 'Filter',
    title: 'Posts',
    help: 'Only these posts, in this order; a minus before an id leaves that post out.',
  }),
  post_type: postTypeName({
    group: 'Filter',
    title: 'Post type',
    help: 'Type of the listed posts. Leave empty for articles.',
  }),
  category_id: references({
    control: 'term',
    taxonomy: sectionTaxonomy,
    max: 200,
    group: 'Filter',
    title: 'Categories',
    help: 'Posts of any of these categories, or below them; empty: all.',
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
    help: 'Only posts of this author.',
  }),
  time_ago: toggle({
    default: false,
    group: 'Content',
    title: 'Time ago',
    help: 'Shows how long ago posts were published, instead of their dates.',
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
    help: '1: the category with the most posts, 2: the next one. Its name is used if there is no custom title. 0: off.',
  }),
  discussed_only: toggle({
    default: false,
    group: 'Filter',
    title: 'Only discussed posts',
    help: 'Leaves out posts without comments; for lists of the most commented posts.',
  }),
  viewed_only: toggle({
    default: false,
    group: 'Filter',
    title: 'Only read posts',
    help: 'Leaves out posts without counted views; for lists of the most-read posts.',
  }),
  once: toggle({
    default: false,
    group: 'Filter',
    title: 'No duplicates',
    help: 'Leaves out posts shown by blocks above, and hides its own posts from blocks below.',
  }),
  first_page_only: toggle({
    default: false,
    group: 'Filter',
    title: 'First page only',
    help: 'Hides the block on further pages of a listing. Needs “No duplicates”, so that they continue where the first page ends.',
  }),
  min_posts: number({
    default: 1,
    min: 1,
    max: maxPosts,
    group: 'Filter',
    title: 'Fewest posts',
    help: 'With “No duplicates”: shows nothing when fewer posts are left.',
  }),
  show_excerpt: toggle({
    default: true,
    group: 'Content',
    title: 'Excerpt',
    help: 'Shows the excerpt, in styles that have room for one.',
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
    help: 'Shows who wrote a post, and when.',
  }),
  // Visual settings; none of these changes which posts there are.
  text_color: color({ group: 'Style', title: 'Text colour' }),
  title_size: number({
    default: 0,
    min: 0,
    max: 60,
    unit: 'px',
    group: 'Style',
    title: 'Headline size',
    help: '0: the default of the style.',
  }),
  gap: number({
    default: -1,
    min: -1,
    max: 120,
    unit: 'px',
    group: 'Style',
    title: 'Space between posts',
    help: '-1: the default of the style.',
  }),
});

export type PostListSettings = z.output<typeof postListSettings>;
