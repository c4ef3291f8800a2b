import { z } from 'zod';
import { choice, flag, line, longText, whole } from '../kinds.ts';
import { setting, settingGroup } from '../setting.ts';

/** Header, menus, footer, and what sticks while scrolling. */
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
    help: 'disabled: there is none; phones get the main menu and the tools of the header.',
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
    title: 'Mega menu posts beside subcategories',
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
