export type Reading =
  | { readonly to: string; readonly as: 'text' | 'number' | 'flag' | 'colour' }
  /** False when the attribute is `none`. */
  | { readonly to: string; readonly as: 'shown' }
  | { readonly to: string; readonly as: 'categories' | 'posts' | 'author' }
  /** Keywords with an equivalent here; others are ignored. */
  | { readonly to: string; readonly as: 'word'; readonly words: Readonly<Record<string, string>> };
export type Readings = Readonly<Record<string, Reading>>;

export type Counterpart =
  /** A block. `shape` names the rule that derives the look of its list from several attributes. */
  | {
      readonly block: string;
      readonly settings?: Readonly<Record<string, unknown>>;
      readonly reads?: Readings;
      readonly shape?: 'flex' | 'loop' | 'numbered';
    }
  /** The heading block for the current kind of page. */
  | { readonly heading: true }
  /** Part of a block that combines several. The block appears at the first of its parts, with the parts found enabled. */
  | { readonly part: string; readonly turnsOn?: string }
  | { readonly headingPart: string | undefined }
  | { readonly text: TextKind }
  | { readonly without: string }
  /** Why there is no equivalent although the element showed something. */
  | { readonly missing: string };

/** Elements of text, pictures and links. `written`: converted by `write-out.ts`, as in articles. */
export type TextKind =
  | 'written'
  | 'title'
  | 'columnTitle'
  | 'inlineText'
  | 'columnText'
  | 'titledText'
  | 'rawHtml'
  | 'button'
  | 'image'
  | 'separator'
  | 'socials'
  | 'video'
  | 'categories'
  | 'tagCloud'
  | 'archives'
  | 'calendar'
  | 'recentComments';

/** Settings of combined blocks with all parts disabled. */
export const withoutParts: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  'broadsheet/post-title': { show_category: false, show_standfirst: false },
  'broadsheet/post-meta': {
    show_author: false,
    show_date: false,
    show_reading_time: false,
    show_comments: false,
  },
  'broadsheet/archive-title': { show_description: false, show_subcategories: false },
  'broadsheet/archive-loop': { big_first: false },
  'broadsheet/site-title': { show_tagline: false, show_date: false },
};

const sorts = {
  oldest_posts: 'oldest_posts',
  modified_date: 'modified_date',
  comment_count: 'comment_count',
  alphabetical_order: 'alphabetical_order',
  popular: 'popular',
  popular7: 'popular7',
  popular1: 'popular7',
  jetpack_popular_2: 'popular7',
  random_posts: 'random_posts',
  random_today: 'random_posts',
  random_7_day: 'random_posts',
} as const;
const turns = {
  next_prev: 'next_prev',
  load_more: 'load_more',
  infinite: 'infinite',
  numbered: 'numbered',
} as const;
const filters = {
  td_category_ids_filter: 'td_category_ids_filter',
  td_tag_slug_filter: 'td_tag_slug_filter',
  td_author_ids_filter: 'td_author_ids_filter',
  td_popularity_filter_fa: 'td_popularity_filter_fa',
} as const;
const shares = {
  cur_post_same_categories: 'cur_post_same_categories',
  cur_post_same_tags: 'cur_post_same_tags',
  cur_post_same_author: 'cur_post_same_author',
} as const;
const slots = {
  header: 'header',
  sidebar: 'sidebar',
  content_top: 'article_top',
  content_inline: 'article_inline',
  content_bottom: 'article_bottom',
  footer_top: 'footer',
} as const;

/** Attributes of all lists of posts: the posts to show, and the details of each. */
const posts: Readings = {
  custom_title: { to: 'custom_title', as: 'text' },
  limit: { to: 'limit', as: 'number' },
  offset: { to: 'offset', as: 'number' },
  sort: { to: 'sort', as: 'word', words: sorts },
  category_id: { to: 'category_id', as: 'categories' },
  category_ids: { to: 'category_id', as: 'categories' },
  tag_slug: { to: 'tag_slug', as: 'text' },
  autors_id: { to: 'author_id', as: 'author' },
  post_ids: { to: 'post_ids', as: 'posts' },
  installed_post_types: { to: 'post_type', as: 'text' },
  live_filter: { to: 'live_filter', as: 'word', words: shares },
  ajax_pagination: { to: 'ajax_pagination', as: 'word', words: turns },
  ajax_pagination_infinite_stop: { to: 'ajax_pagination_infinite_stop', as: 'number' },
  td_ajax_preloading: {
    to: 'td_ajax_preloading',
    as: 'word',
    words: { preload: 'preload', preload_all: 'preload_all' },
  },
  td_ajax_filter_type: { to: 'td_ajax_filter_type', as: 'word', words: filters },
  td_filter_default_txt: { to: 'td_filter_default_txt', as: 'text' },
  time_ago: { to: 'time_ago', as: 'flag' },
  time_ago_add_txt: { to: 'time_ago_add_txt', as: 'text' },
  header_color: { to: 'header_color', as: 'colour' },
  show_excerpt: { to: 'show_excerpt', as: 'shown' },
  show_cat: { to: 'show_category', as: 'shown' },
  show_date: { to: 'show_meta', as: 'shown' },
};
const related: Readings = {
  ...posts,
  related_articles_type: {
    to: 'live_filter',
    as: 'word',
    words: { by_author: 'cur_post_same_author', by_tag: 'cur_post_same_tags' },
  },
};
const loop: Readings = {
  limit: { to: 'limit', as: 'number' },
  custom_title: { to: 'custom_title', as: 'text' },
};
const title: Readings = { custom_title: { to: 'custom_title', as: 'text' } };

const list = (style: string): Counterpart => ({
  block: 'broadsheet/post-list',
  settings: { style },
  reads: posts,
  shape: 'numbered',
});
const flex: Counterpart = { block: 'broadsheet/post-list', reads: posts, shape: 'flex' };
const grid = (form: string): Counterpart => ({
  block: 'broadsheet/big-grid',
  settings: { grid: form },
  reads: posts,
});
const slide: Counterpart = { block: 'broadsheet/slide', reads: posts };
const titlePart = (turnsOn: string): Counterpart => ({ part: 'broadsheet/post-title', turnsOn });
const metaPart = (turnsOn: string): Counterpart => ({ part: 'broadsheet/post-meta', turnsOn });
const headingPart = (turnsOn?: string): Counterpart => ({ headingPart: turnsOn });
const partsBelow: Counterpart = { without: 'its parts are stacked' };
const menu = (location: string, style: string, label: string): Counterpart => ({
  block: 'broadsheet/nav-menu',
  settings: { location, style, label },
});

/** Shortcodes of the old theme, its composer and its library with their equivalents. Others are listed in the report. */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  tdb_title: { heading: true },
  tdb_breadcrumbs: { block: 'broadsheet/breadcrumbs' },
  tdb_loop: { block: 'broadsheet/archive-loop', reads: loop, shape: 'loop' },
  tdb_loop_2: { block: 'broadsheet/archive-loop', reads: loop, shape: 'loop' },

  tdb_single_title: { block: 'broadsheet/post-title' },
  tdb_single_categories: titlePart('show_category'),
  tdb_single_subtitle: titlePart('show_standfirst'),
  tdb_single_author: metaPart('show_author'),
  tdb_single_date: metaPart('show_date'),
  tdb_single_modified_date: metaPart('show_date'),
  tdb_single_reading_time: metaPart('show_reading_time'),
  tdb_single_comments_count: metaPart('show_comments'),
  tdb_single_featured_image: { block: 'broadsheet/post-featured-image' },
  tdb_single_bg_featured_image: { block: 'broadsheet/post-featured-image', settings: { room: 'page' } },
  tdb_single_content: { block: 'broadsheet/post-content' },
  tdb_single_smartlist: { without: 'the text shows its smart list automatically' },
  tdb_single_tags: { block: 'broadsheet/post-tags' },
  tdb_single_post_share: { block: 'broadsheet/share' },
  tdb_single_next_prev: { block: 'broadsheet/post-neighbours' },
  tdb_single_author_box: { block: 'broadsheet/post-author-box' },
  tdb_single_related: { block: 'broadsheet/related-posts', reads: related },
  tdb_single_related_author: {
    block: 'broadsheet/related-posts',
    settings: { live_filter: 'cur_post_same_author' },
    reads: posts,
  },
  tdb_single_comments: { block: 'broadsheet/post-comments' },

  tdb_attachment_image: { block: 'broadsheet/attachment' },
  tdb_attachment_title: { block: 'broadsheet/post-title' },
  tdb_attachment_date: metaPart('show_date'),
  tdb_attachment_description: { block: 'broadsheet/post-content' },

  tdb_category_title: { heading: true },
  tdb_category_description: headingPart('show_description'),
  tdb_category_sibling_categories: headingPart('show_subcategories'),
  tdb_category_subcategories: headingPart('show_subcategories'),
  tdb_category_grid_1: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_2: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_3: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_4: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_5: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_6: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_7: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_8: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_9: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_category_grid_10: { part: 'broadsheet/archive-loop', turnsOn: 'big_first' },
  tdb_tag_title: { heading: true },
  tdb_tag_description: headingPart('show_description'),
  tdb_author_name: { heading: true },
  tdb_author_image: headingPart(),
  tdb_author_url: headingPart(),
  tdb_author_socials: headingPart(),
  tdb_author_description: headingPart('show_description'),
  tdb_author_box: headingPart('show_description'),
  tdb_date_title: { heading: true },
  tdb_search_title: { heading: true },
  tdb_search_form: { block: 'broadsheet/search' },

  tdb_header_logo: { block: 'broadsheet/site-title' },
  tdb_header_date: { part: 'broadsheet/site-title', turnsOn: 'show_date' },
  tdb_header_menu: menu('primary', 'bar', 'translation_menu_main'),
  tdb_header_mega_menu: menu('primary', 'bar', 'translation_menu_main'),
  tdb_mobile_horiz_menu: menu('footer', 'line', 'translation_menu_about'),
  tdb_mobile_menu: { block: 'broadsheet/mobile-menu' },
  tdb_header_search: { block: 'broadsheet/header-search' },
  tdb_mobile_search: { block: 'broadsheet/header-search' },
  tdb_header_user: { block: 'broadsheet/account-link' },
  td_block_list_menu: menu('footer', 'list', 'translation_menu_about'),

  td_block_1: list('lead'),
  td_block_2: list('lead'),
  td_block_3: list('cards'),
  td_block_4: list('cards'),
  td_block_5: list('cards'),
  td_block_6: list('lead'),
  td_block_7: list('thumbs'),
  td_block_8: list('thumbs'),
  td_block_9: list('compact'),
  td_block_10: list('list'),
  td_block_11: list('list'),
  td_block_12: list('list'),
  td_block_13: list('lead'),
  td_block_14: list('cards'),
  td_block_15: list('cards'),
  td_block_16: list('cards'),
  td_block_17: list('lead'),
  td_block_18: list('lead'),
  td_block_19: list('lead'),
  td_block_20: list('lead'),
  td_block_21: list('list'),
  td_block_22: list('cards'),
  td_block_23: list('cards'),
  td_block_24: list('cards'),
  td_block_25: list('thumbs'),
  td_flex_block_1: flex,
  td_flex_block_2: flex,
  td_flex_block_3: { block: 'broadsheet/post-list', settings: { style: 'lead' }, reads: posts },
  td_flex_block_4: { block: 'broadsheet/post-list', settings: { style: 'lead' }, reads: posts },
  td_flex_block_5: flex,
  td_homepage_loop: flex,
  td_block_big_grid_1: grid('one-four'),
  td_block_big_grid_2: grid('three'),
  td_block_big_grid_3: grid('one-four'),
  td_block_big_grid_4: grid('two-three'),
  td_block_big_grid_5: grid('two-three'),
  td_block_big_grid_6: grid('one-two'),
  td_block_big_grid_7: grid('one-two'),
  td_block_big_grid_8: grid('three'),
  td_block_big_grid_9: grid('three'),
  td_block_big_grid_10: grid('three'),
  td_block_big_grid_11: grid('one-two'),
  td_block_big_grid_12: grid('one-four'),
  td_block_big_grid_flex_1: grid('one-four'),
  td_block_big_grid_flex_2: grid('one-four'),
  td_block_big_grid_flex_3: grid('two-three'),
  td_block_big_grid_flex_4: grid('one-two'),
  td_block_big_grid_flex_5: grid('three'),
  td_block_big_grid_flex_6: grid('one-two'),
  td_block_big_grid_flex_7: grid('three'),
  td_block_big_grid_flex_8: grid('one-two'),
  td_block_big_grid_flex_9: grid('three'),
  td_block_big_grid_flex_10: grid('two-three'),
  td_block_big_grid_slide: slide,
  td_block_slide: slide,
  td_block_trending_now: { block: 'broadsheet/ticker', reads: { limit: { to: 'limit', as: 'number' } } },
  td_block_authors: { block: 'broadsheet/voices', reads: title },
  td_block_related_posts: { block: 'broadsheet/related-posts', reads: posts },

  td_block_ad_box: { block: 'broadsheet/ad', reads: { spot_id: { to: 'slot', as: 'word', words: slots } } },
  td_block_title: { text: 'title' },
  td_block_text_with_title: { text: 'titledText' },
  td_block_html: { text: 'rawHtml' },
  td_block_popular_categories: { text: 'categories' },
  td_block_tags: { text: 'tagCloud' },
  td_block_categories_tags: { text: 'categories' },
  tdm_block_inline_text: { text: 'inlineText' },
  tdm_block_column_title: { text: 'columnTitle' },
  tdm_block_title: { text: 'columnTitle' },
  tdm_block_button: { text: 'button' },
  tdm_block_inline_image: { text: 'image' },
  tdm_block_socials: { text: 'socials' },
  vc_column_text: { text: 'columnText' },
  vc_message: { text: 'columnText' },
  vc_raw_html: { text: 'rawHtml' },
  vc_single_image: { text: 'image' },
  vc_separator: { text: 'separator' },
  vc_video: { text: 'video' },
  vc_custom_heading: { text: 'written' },
  vc_text_separator: { text: 'written' },
  vc_gallery: { text: 'written' },
  vc_images_carousel: { text: 'written' },
  vc_media_grid: { text: 'written' },
  vc_masonry_media_grid: { text: 'written' },
  vc_btn: { text: 'written' },
  vc_button: { text: 'written' },
  vc_cta: { text: 'written' },
  vc_toggle: { text: 'written' },
  vc_tta_section: { text: 'written' },
  vc_tab: { text: 'written' },
  vc_accordion_tab: { text: 'written' },
  vc_tta_tabs: partsBelow,
  vc_tta_tour: partsBelow,
  vc_tta_accordion: partsBelow,
  vc_tabs: partsBelow,
  vc_tour: partsBelow,
  vc_accordion: partsBelow,
  vc_empty_space: { without: 'the look sets the spacing' },
  vc_widget_sidebar: { missing: 'exports do not contain the widgets of sidebars' },
  vc_wp_search: { block: 'broadsheet/search' },
  vc_wp_categories: { text: 'categories' },
  vc_wp_tagcloud: { text: 'tagCloud' },
  vc_wp_archives: { text: 'archives' },
  vc_wp_calendar: { text: 'calendar' },
  vc_wp_recentcomments: { text: 'recentComments' },
};
