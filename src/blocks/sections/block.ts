import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { number } from '../setting-types.ts';

const settings = z.object({
  from: number({
    default: 1,
    min: 1,
    max: 8,
    group: 'Filter',
    title: 'First category',
    help: 'Rank of the first category. 1 is the category with the most posts.',
  }),
  columns: number({
    default: 3,
    min: 2,
    max: 4,
    group: 'Layout',
    title: 'Columns',
    help: 'Categories side by side.',
  }),
  limit: number({
    default: 4,
    min: 2,
    max: 8,
    group: 'Filter',
    title: 'Number of posts',
    help: 'Posts from each category.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/sections',
  title: 'Sections',
  description:
    'The newest articles of several top categories, side by side. Skips categories with fewer than two remaining articles.',
  category: 'listing',
  keywords: ['categories', 'columns', 'front page'],
  icon: 'M3 4h5v6H3V4Zm6.5 0h5v6h-5V4ZM16 4h5v6h-5V4ZM3 12h5v2H3v-2Zm6.5 0h5v2h-5v-2Zm6.5 0h5v2h-5v-2ZM3 17h5v2H3v-2Zm6.5 0h5v2h-5v-2Zm6.5 0h5v2h-5v-2Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: [...cardStyles('grid', 'text'), 'card-plate'],
  example: {},
});
