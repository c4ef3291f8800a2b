import { z } from 'zod';
import { menuLocations } from '../../content/menus/menu.ts';
import { defineBlock } from '../block.ts';
import { choice } from '../setting-types.ts';

const settings = z.object({
  /** Menu of which readers without scripts get the links. */
  location: choice(menuLocations, 'footer'),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/lazy-footer',
  title: 'Footer area',
  category: 'footer',
  icon: 'M3 15h18v4H3v-4Z',
  settings,
  version: 1,
});
