import { z } from 'zod';
import { menuLocations } from '../../content/menus/menu.ts';
import { defineBlock } from '../block.ts';
import { choice, flag, wholeNumber, wording } from '../setting-types.ts';

const settings = z.object({
  /** Where the menu was assigned. */
  location: choice(menuLocations, 'primary'),
  /** `bar`: one line with submenus and mega menus, left to the mobile menu on phones; `list`: links below each other; `line`: links in a row. */
  style: choice(['bar', 'list', 'line'], 'bar'),
  label: wording('menu_sections', 80),
  /** The label stands above the list, too. */
  show_label: flag(false),
  /** Levels that are shown. */
  depth: wholeNumber(4, 1, 4),
  /** Which of the site's two submenu widths: the header's, or that of menu blocks elsewhere. */
  submenu_width: choice(['header', 'block'], 'header'),
  /** Where no menu was assigned, the largest categories stand in. */
  fallback: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/nav-menu',
  title: 'Menu',
  category: 'header',
  icon: 'M4 6h16v2H4V6Zm0 5h16v2H4v-2Zm0 5h16v2H4v-2Z',
  settings,
  version: 1,
});
