import { z } from 'zod';
import { menuLocationTitles } from '../../modules/menus/model.ts';
import { defineBlock } from '../block.ts';
import { number, select, text, toggle, wording } from '../setting-types.ts';

const settings = z.object({
  location: select({
    default: 'primary',
    options: menuLocationTitles,
    group: 'Content',
    title: 'Menu location',
    help: 'Shows the menu that is assigned to this location.',
  }),
  style: select({
    default: 'bar',
    group: 'Layout',
    title: 'Menu style',
    help: 'On phones, the mobile menu replaces the bar if the header has one.',
    options: {
      bar: 'Bar with submenus and mega menus',
      list: 'List: links below each other',
      line: 'Line: links in a row',
    },
  }),
  label: text({
    default: wording('menu_sections'),
    max: 80,
    group: 'Content',
    title: 'Label',
    help: 'Name of the menu for screen readers.',
  }),
  show_label: toggle({
    default: false,
    group: 'Content',
    title: 'Show the label',
    help: 'Shows the label above a list or line of links, too.',
  }),
  depth: number({
    default: 4,
    min: 1,
    max: 4,
    group: 'Layout',
    title: 'Levels',
    help: 'Number of menu levels to show.',
  }),
  submenu_width: select({
    default: 'header',
    options: { header: 'As in the header', block: 'As in menu blocks' },
    group: 'Layout',
    title: 'Submenu width',
    help: 'Which of the site’s two submenu widths to use.',
  }),
  fallback: toggle({
    default: true,
    group: 'Content',
    title: 'Categories as fallback',
    help: 'Shows the largest categories if no menu is assigned.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/nav-menu',
  title: 'Menu',
  description: 'A menu of the site: as a bar with submenus and mega menus, as a list, or as a line of links.',
  category: 'header',
  keywords: ['navigation', 'links', 'mega menu'],
  icon: 'M4 6h16v2H4V6Zm0 5h16v2H4v-2Zm0 5h16v2H4v-2Z',
  settings,
  version: 1,
  example: {},
});
