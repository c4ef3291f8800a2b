import { z } from 'zod';
import { menuLocations } from '../../content/menus/menu.ts';
import { defineBlock } from '../block.ts';
import { choice, text } from '../setting-types.ts';

const settings = z.object({
  /** Where the menu was assigned. */
  location: choice(menuLocations, 'primary'),
  /** `bar`: one line with drop-downs, folded on phones; `list`: columns of links. */
  style: choice(['bar', 'list'], 'bar'),
  label: text('Sections', 80),
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
