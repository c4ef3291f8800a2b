import { z } from 'zod';
import { choice, color, flag, text, wholeNumber } from '../setting-types.ts';

/** Ways to turn the pages of a list; '' shows one page only. */
export const paginationModes = ['', 'next_prev', 'load_more', 'numbered', 'infinite', 'infinite_load', 'other'] as const;

/** What the posts share with the post at hand. */
export const liveFilters = ['', 'cur_post_same_categories', 'cur_post_same_tags', 'cur_post_same_author'] as const;

/**
 * Looks of a list: pictures above; pictures beside; headlines; numbered; a row that scrolls sideways; one large and headlines
 * beside it; small square pictures; a wire, with the time in front.
 */
export const listStyles = ['cards', 'list', 'compact', 'ranks', 'reel', 'lead', 'thumbs', 'wire'] as const;
export type ListStyle = (typeof listStyles)[number];

/** Most posts that one page of a list shows, whatever a request asks for. */
export const mostPosts = 50;

/** Orders of a list; '': newest first. */
export const listSorts = ['', 'oldest_posts', 'modified_date', 'comment_count', 'popular', 'popular7', 'alphabetical_order', 'random_posts'] as const;
export type ListSort = (typeof listSorts)[number];

/** What the filter list of a list is made of. */
export const filterTypes = ['', 'td_category_ids_filter', 'td_tag_slug_filter', 'td_author_ids_filter', 'td_popularity_filter_fa'] as const;

/** Settings of every post list, named as on the wire (specification, section 3). */
export const postListSettings = z.object({
  style: choice(listStyles, 'cards'),
  custom_title: text('', 200),
  header_color: color(),
  limit: wholeNumber(6, 1, mostPosts),
  offset: wholeNumber(0, 0, 10_000),
  td_column_number: wholeNumber(3, 1, 6),
  ajax_pagination: choice(paginationModes, ''),
  ajax_pagination_infinite_stop: wholeNumber(0, 0, 1000),
  td_ajax_preloading: choice(['', 'preload', 'preload_all'], ''),
  td_ajax_filter_type: choice(filterTypes, ''),
  /** Ids or slugs that the filter list holds, with commas between them; '': those with the most posts. */
  td_ajax_filter_ids: text('', 1000),
  td_filter_value: text('', 100),
  /** Name of the filter's first entry, which shows everything; '': as the site's settings say. */
  td_filter_default_txt: text('', 100),
  live_filter: choice(liveFilters, ''),
  live_filter_cur_post_id: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
  live_filter_cur_post_author: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
  sort: choice(listSorts, ''),
  /** Keeps the pages of a random list apart; 0: a new order for each reader. */
  random_seed: wholeNumber(0, 0, 2 ** 31),
  post_ids: text('', 2000),
  /** One or several ids with commas between them. */
  category_id: text('', 200),
  tag_slug: text('', 200),
  author_id: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
  /** Shows how long ago posts came instead of their dates, with the site's word; so does a word of the list's own. */
  time_ago: flag(false),
  time_ago_add_txt: text('', 40),
  /** Takes the top category with the most posts (1), the next one (2) … instead of `category_id`; its name is the title. 0: off. */
  category_rank: wholeNumber(0, 0, 8),
  /** Leaves out posts that nobody has commented on; goes with `sort: comment_count`, in lists without pages. */
  discussed_only: flag(false),
  /** Leaves out posts that nobody was counted to read; goes with `sort: popular`. */
  viewed_only: flag(false),
  /** Leaves out what blocks above show, and keeps what it shows from those below. */
  once: flag(false),
  /** On further pages of a listing it shows nothing, but the posts stay its own: those pages go on where the first one ended. */
  first_page_only: flag(false),
  /** Shows nothing, and takes nothing, when there are fewer posts; goes with `once`. */
  min_posts: wholeNumber(1, 1, mostPosts),
  show_excerpt: flag(true),
  show_category: flag(true),
  show_meta: flag(true),
  // Looks only: none of these changes which posts there are.
  text_color: color(),
  /** Size of headlines in pixels; 0: as the style says. */
  title_size: wholeNumber(0, 0, 60),
  /** Space between posts in pixels; -1: as the style says. */
  gap: wholeNumber(-1, -1, 120),
});

export type PostListSettings = z.output<typeof postListSettings>;
