import { z } from 'zod';
import { lookSchema } from '../../../lib/look/look-choice.ts';
import { choice, choices, flag, hexColor, longText, line, whole, setting, settingGroup } from '../kinds.ts';

export const appearance = settingGroup('appearance', 'Appearance', {
  theme_color: setting(hexColor, {
    default: '#0b5cff',
    title: 'Theme color',
    help: 'Color of accents, buttons and the browser’s toolbar.',
  }),
  look: setting(lookSchema, {
    control: 'look',
    default: {},
    title: 'Look',
    help: 'The base look and the site’s changes to it.',
  }),
  additional_css: setting(longText(100_000), {
    control: 'code',
    default: '',
    title: 'Additional CSS',
    isCode: true,
    help: 'Your own CSS, added after the look’s styles. Rules that load external files or cover the whole window are removed.',
  }),
  additional_css_excludes_buttons: setting(flag, {
    default: false,
    title: 'Exclude buttons from Additional CSS',
    help: 'Additional CSS doesn’t apply to the look’s buttons and form fields. Importing Additional CSS turns this on.',
  }),
  template_library_url: setting(
    z.union([
      z.literal(''),
      z.url({ protocol: /^https$/, error: 'expected an address that begins with https://' }).max(500),
    ]),
    {
      default: '',
      title: 'Additional template library',
      help: 'URL of a template index whose templates the Cloud Library lists, too. Leave empty for none. It is requested only when an editor opens the library.',
    },
  ),
  dark_mode_toggle: setting(flag, {
    default: true,
    title: 'Dark mode switch',
    help: 'Shows a switch between light and dark mode.',
  }),
  default_color_scheme: setting(choice({ light: 'Light', dark: 'Dark', auto: 'Match the reader’s system' }), {
    default: 'light',
    title: 'Default color scheme',
    help: 'Used until a reader chooses one.',
  }),
  drop_cap: setting(flag, {
    default: true,
    title: 'Drop cap',
    help: 'The first paragraph of an article begins with a large letter if it is long enough.',
  }),
});

export const header = settingGroup('header', 'Header, menus and footer', {
  sticky_header: setting(flag, {
    default: false,
    title: 'Sticky header',
    help: 'Shows a compact header once the header is scrolled out of view. Replaces menu snapping.',
  }),
  sticky_header_smart: setting(flag, {
    default: false,
    title: 'Smart sticky header',
    help: 'The sticky header shows only while scrolling up.',
  }),
  sticky_header_offset: setting(whole(0, 2000), {
    default: 0,
    title: 'Sticky header gap',
    help: 'Pixels to scroll past the header before the sticky header shows.',
  }),
  menu_snap: setting(
    choice({
      none: 'None',
      snap: 'Always at the top',
      smart_snap_always: 'Only while scrolling up',
      smart_snap_mobile: 'Only while scrolling up, on phones',
    }),
    {
      default: 'snap',
      title: 'Menu snapping',
      help: 'Whether the menu stays at the top of the window while readers scroll.',
    },
  ),
  sticky_column_enabled_on: setting(
    // Values stored by 0.1.0 may name a screen twice.
    z.preprocess(
      (value) => (Array.isArray(value) ? [...new Set(value)] : value),
      choices({
        desktop: 'Desktops',
        landscape: 'Tablets in landscape',
        portrait: 'Tablets in portrait',
        phone: 'Phones',
      }),
    ),
    {
      default: ['desktop', 'landscape'],
      title: 'Sticky columns on',
      help: 'Screens on which sidebars stay in view. Each column can override this.',
    },
  ),
  sticky_column_offset: setting(whole(0, 1000), {
    default: 20,
    title: 'Sticky column offset',
    help: 'Pixels between a sticky sidebar and the top of the window. Each column can override this.',
  }),
  sticky_column_is_width_auto: setting(flag, {
    default: true,
    title: 'Sticky column width',
    help: 'A sticky column is as wide as its container. When off, it is at most as wide as a sidebar on that screen.',
  }),
  mobile_menu: setting(choice({ enabled: 'Enabled', disabled: 'Disabled' }), {
    default: 'enabled',
    title: 'Mobile menu',
    help: 'When disabled, phones show the main menu and the header’s tools instead.',
  }),
  mega_menu_lazy_page: setting(flag, {
    default: true,
    title: 'Lazy-load page mega menus',
    help: 'Mega menus built from a page are fetched on the reader’s first interaction.',
  }),
  mega_menu_lazy_category: setting(flag, {
    default: true,
    title: 'Lazy-load category mega menus',
    help: 'Mega menus built from a category are fetched on the reader’s first interaction.',
  }),
  mega_menu_posts: setting(whole(1, 20), {
    default: 5,
    title: 'Mega menu posts',
    help: 'Posts in a category’s mega menu.',
  }),
  mega_menu_subcategory_posts: setting(whole(1, 20), {
    default: 4,
    title: 'Mega menu posts with subcategories',
    help: 'Posts in a mega menu that also lists subcategories.',
  }),
  footer_about: setting(longText(1000), {
    default: '',
    title: 'About text in the footer',
    help: 'A few sentences about the site, as plain text. Leave empty to show the tagline.',
  }),
  footer_copyright: setting(line(300), {
    default: '',
    title: 'Copyright line',
    help: 'Last line of the footer. {year} is replaced by the current year. Leave empty for © {year} and the site title.',
  }),
  submenu_min_width: setting(z.number().min(1).max(60), {
    default: 9,
    title: 'Minimum submenu width',
    help: 'Minimum width of submenus in the header, in em.',
  }),
  submenu_max_width: setting(z.number().min(1).max(100), {
    default: 25,
    title: 'Maximum submenu width',
    help: 'Maximum width of submenus in the header, in em.',
  }),
  menu_block_submenu_min_width: setting(z.number().min(1).max(60), {
    default: 10,
    title: 'Menu block: minimum submenu width',
    help: 'Minimum width of submenus in menu blocks, in em.',
  }),
  menu_block_submenu_max_width: setting(z.number().min(1).max(100), {
    default: 20,
    title: 'Menu block: maximum submenu width',
    help: 'Maximum width of submenus in menu blocks, in em.',
  }),
});

/** The bounds of the blocks' own settings. */
const columns = whole(1, 4);
const limit = whole(1, 50);
const sort = choice({
  '': 'Latest',
  oldest_posts: 'Oldest',
  modified_date: 'Last modified',
  popular: 'Most read (all time)',
  popular7: 'Most read (7 days)',
  comment_count: 'Most commented',
  random_posts: 'Random',
  alphabetical_order: 'Alphabetical',
});

/** Defaults of listing blocks; each block can override them. */
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
    choice({
      cur_post_same_categories: 'Categories',
      cur_post_same_tags: 'Tags',
      cur_post_same_author: 'Author',
    }),
    {
      default: 'cur_post_same_categories',
      title: 'Related block: match by',
      help: 'Attribute that the posts share with the current article.',
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
    help: 'Order of the posts. “Most read” is random until views have been counted.',
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
    help: 'Follows relative dates in the future: 5 hours from now.',
  }),
  ticker_start: setting(choice({ autostart: 'Automatic', manual: 'Manual' }), {
    default: 'autostart',
    title: 'Ticker start',
    help: 'Whether titles change automatically, or only with the arrows.',
  }),
  // Any text is accepted: LOAD-03 has the page fall back to grey for a colour that it can't use.
  loader_color: setting(
    line(50).regex(
      /^(?:#[a-z0-9]{3,6})?$/i,
      'expected # and 3 to 6 letters or digits, such as #0b5cff, or nothing',
    ),
    {
      default: '',
      title: 'Loader color',
      help: '# and 3 to 6 letters or digits. Leave empty for shades of grey.',
    },
  ),
});

export const video = settingGroup('video', 'Video and lightbox', {
  sticky_video: setting(flag, {
    default: false,
    title: 'Sticky video',
    help: 'A playing video that scrolls out of view moves to a corner. Not on phones.',
  }),
  sticky_video_width: setting(whole(200, 1200), {
    default: 450,
    title: 'Sticky video width',
    help: 'In pixels. The height follows from the video’s aspect ratio.',
  }),
  sticky_video_pause_on_close: setting(flag, {
    default: false,
    title: 'Pause on close',
    help: 'Closing the floating video also pauses it.',
  }),
  video_one_at_a_time: setting(flag, {
    default: false,
    title: 'One video at a time',
    help: 'Starting a video pauses the others.',
  }),
  video_pause_off_screen: setting(flag, {
    default: false,
    title: 'Pause off screen',
    help: 'A video that scrolls out of view is paused.',
  }),
});

export const media = settingGroup('media', 'Media', {
  svg_uploads: setting(flag, {
    default: false,
    title: 'SVG uploads',
    help: 'Users with the capability “unfiltered_html” (administrators and editors) can upload SVG files. Scripts, links and external references are removed.',
  }),
  image_effect: setting(
    choice({
      '': 'No animation',
      type0: 'Fade',
      type1: 'Fade and shrink',
      type2: 'Fade and grow',
      type3: 'Fade and move up',
    }),
    {
      default: 'type3',
      title: 'Image animation effect',
      help: 'How images appear while scrolling.',
    },
  ),
  lightbox_disable_on_mobile: setting(flag, {
    default: true,
    title: 'Disable lightbox on phones',
    help: 'On phones, images don’t open in the lightbox unless it is enabled for an image.',
  }),
});
