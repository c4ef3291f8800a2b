import { z } from 'zod';
import { lookSchema } from '../../../lib/look/look-choice.ts';
import { choice, flag, hexColor, longText, line, whole, setting, settingGroup } from '../kinds.ts';

export const appearance = settingGroup('appearance', 'Appearance', {
  theme_color: setting(hexColor, {
    default: '#0b5cff',
    title: 'Theme colour',
    help: 'Accents, buttons and the browser’s own frame take this colour.',
  }),
  look: setting(lookSchema, {
    default: {},
    title: 'Look',
    help: 'The theme that the site is based on, and the values that differ from it (docs/guides/look.md). broadsheet -- theme sets single values.',
  }),
  additional_css: setting(longText(100_000), {
    default: '',
    title: 'Additional CSS',
    isCode: true,
    help: 'Custom CSS, added after the theme’s styles. Rules that load from other sites, or cover the whole window, are removed.',
  }),
  additional_css_spares_buttons: setting(flag, {
    default: false,
    title: 'Additional CSS spares buttons',
    help: 'Additional CSS does not apply to buttons and form fields of the look. An import of Additional CSS turns this on.',
  }),
  template_library_url: setting(
    z.union([
      z.literal(''),
      z.url({ protocol: /^https$/, error: 'expected an address that begins with https://' }).max(500),
    ]),
    {
      default: '',
      title: 'Another template library',
      help: 'Address of a template index that the cloud library shows in addition to its own templates. Leave empty for none. It is only requested while a user browses the library.',
    },
  ),
  dark_mode_toggle: setting(flag, {
    default: true,
    title: 'Dark mode switch',
    help: 'Shows the switch between light and dark.',
  }),
  default_color_scheme: setting(choice(['light', 'dark', 'auto']), {
    default: 'light',
    title: 'Colours at first',
    help: 'Color scheme until a reader chooses one. “auto” follows the reader’s system.',
  }),
  drop_cap: setting(flag, {
    default: true,
    title: 'Drop cap',
    help: 'The first paragraph of an article begins with a large letter, when it is long enough.',
  }),
  image_effect: setting(choice(['', 'type0', 'type1', 'type2', 'type3']), {
    default: 'type3',
    title: 'Image animation effect',
    help: 'How pictures come in while scrolling; empty: they do not move.',
  }),
});

export const header = settingGroup('header', 'Header, menus and footer', {
  sticky_header: setting(flag, {
    default: false,
    title: 'Sticky header',
    help: 'A compact header shows once the header is scrolled past; it takes the place of menu snapping.',
  }),
  sticky_header_smart: setting(flag, {
    default: false,
    title: 'Smart sticky header',
    help: 'The sticky header shows only while scrolling up.',
  }),
  sticky_header_offset: setting(whole(0, 2000), {
    default: 0,
    title: 'Sticky header gap',
    help: 'Pixels to scroll past the header before the sticky one shows.',
  }),
  menu_snap: setting(choice(['none', 'snap', 'smart_snap_always', 'smart_snap_mobile']), {
    default: 'snap',
    title: 'Menu snapping',
    help: 'snap: the menu sticks to the top; smart: it hides on scrolling down and comes back on scrolling up.',
  }),
  sticky_column_enabled_on: setting(
    z
      .array(z.enum(['desktop', 'landscape', 'portrait', 'phone']))
      .max(4)
      .readonly(),
    {
      default: ['desktop', 'landscape'],
      title: 'Sticky columns on',
      help: 'Screens on which sidebars stick, unless a column says otherwise.',
    },
  ),
  sticky_column_offset: setting(whole(0, 1000), {
    default: 20,
    title: 'Sticky column offset',
    help: 'Pixels between a stuck sidebar and the top, unless a column says otherwise.',
  }),
  sticky_column_is_width_auto: setting(flag, {
    default: true,
    title: 'Sticky column width',
    help: 'On: a stuck column is as wide as its place; off: at most as wide as a sidebar on that screen.',
  }),
  mobile_menu: setting(choice(['enabled', 'disabled']), {
    default: 'enabled',
    title: 'Mobile menu',
    help: 'disabled: no separate menu; phones show the main menu and the header tools.',
  }),
  mega_menu_lazy_page: setting(flag, {
    default: true,
    title: 'Load page mega menus late',
    help: 'Mega menus made of a page are fetched on the first sign of a reader.',
  }),
  mega_menu_lazy_category: setting(flag, {
    default: true,
    title: 'Load category mega menus late',
    help: 'Mega menus made of a category are fetched on the first sign of a reader.',
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
    title: 'About, in the footer',
    help: 'A few sentences about the site, as plain text; empty: its tagline.',
  }),
  footer_copyright: setting(line(300), {
    default: '',
    title: 'Copyright line',
    help: 'Last line of the footer, where {year} stands for this year; empty: © {year} and the site title.',
  }),
  submenu_min_width: setting(z.number().min(1).max(60), {
    default: 9,
    title: 'Submenu width from',
    help: 'Narrowest submenu of the header, in em.',
  }),
  submenu_max_width: setting(z.number().min(1).max(100), {
    default: 25,
    title: 'Submenu width to',
    help: 'Widest submenu of the header, in em.',
  }),
  menu_block_submenu_min_width: setting(z.number().min(1).max(60), {
    default: 10,
    title: 'Menu block: submenu width from',
    help: 'Narrowest submenu of menu blocks, in em.',
  }),
  menu_block_submenu_max_width: setting(z.number().min(1).max(100), {
    default: 20,
    title: 'Menu block: submenu width to',
    help: 'Widest submenu of menu blocks, in em.',
  }),
});

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
    choice(['cur_post_same_categories', 'cur_post_same_tags', 'cur_post_same_author']),
    {
      default: 'cur_post_same_categories',
      title: 'Related block: posts of',
      help: 'Criterion that the posts share with the current article.',
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

export const video = settingGroup('video', 'Video and lightbox', {
  sticky_video: setting(flag, {
    default: false,
    title: 'Sticky video',
    help: 'A playing video that scrolls out of view moves to a corner; never on phones.',
  }),
  sticky_video_width: setting(whole(200, 1200), {
    default: 450,
    title: 'Sticky video width',
    help: 'Pixels; the height follows from the shape of the picture.',
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
  lightbox_disable_on_mobile: setting(flag, {
    default: true,
    title: 'Disable modal on mobile',
    help: 'On the smallest screens pictures do not open in the lightbox, but for those of which an editor says that they do.',
  }),
});
