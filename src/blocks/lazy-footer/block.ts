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
    help: 'Readers without scripts get the links of this menu.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/lazy-footer',
  title: 'Footer area',
  description:
    'The place of the footer, which is fetched once a reader comes near. It is below every page by itself.',
  category: 'footer',
  keywords: ['bottom'],
  icon: 'M3 15h18v4H3v-4Z',
  supports: { inserter: false },
  settings,
  version: 1,
});
