import { z } from 'zod';
import { menuLocationTitles } from '../../modules/menus/model.ts';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  location: select({
    default: 'footer',
    options: menuLocationTitles,
    group: 'Content',
    title: 'Menu location',
    help: 'Shown to readers without JavaScript.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/lazy-footer',
  title: 'Footer area',
  description: 'Loads the footer when a reader scrolls near it. Added to every page automatically.',
  category: 'footer',
  keywords: ['bottom'],
  icon: 'M3 15h18v4H3v-4Z',
  supports: { inserter: false },
  settings,
  version: 1,
});
