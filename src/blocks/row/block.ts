import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { classNames, number, select } from '../setting-types.ts';

const settings = z.object({
  layout: select({
    default: 'columns',
    group: 'Layout',
    title: 'Layout',
    options: {
      columns: 'Columns of twelve parts',
      sidebar: 'A wide column and a sidebar',
      inline: 'In a line, as wide as their content',
    },
  }),
  gap: number({
    default: -1,
    min: -1,
    max: 200,
    unit: 'px',
    group: 'Layout',
    title: 'Space between columns',
    help: '-1 means the theme’s default.',
  }),
  align: select({
    default: '',
    group: 'Layout',
    title: 'Alignment',
    help: 'Aligns columns that are shorter than others. If one is empty, the others use its space.',
    options: { '': 'As tall as the row', centre: 'In the middle', end: 'At the bottom' },
  }),
  ground: select({
    default: '',
    group: 'Style',
    title: 'Background',
    help: 'Background of the row, as wide as the window.',
    options: { '': 'None', surface: 'Tinted', ink: 'Dark' },
  }),
  space: number({
    default: 0,
    min: 0,
    max: 3,
    group: 'Layout',
    title: 'Space above',
    help: 'Steps of 32, 48 and 72 px. 0 means no extra space.',
  }),
  className: classNames(),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/row',
  title: 'Row',
  description: 'Columns side by side, a wide column with a sidebar, or blocks in a line.',
  category: 'layout',
  keywords: ['columns', 'sidebar', 'section', 'container'],
  icon: 'M3 6h8v12H3V6Zm10 0h8v12h-8V6Z',
  settings,
  version: 1,
  container: true,
  stylesOf: ({ align, ground }) => [...(align ? ['row-align'] : []), ...(ground ? ['row-ground'] : [])],
  example: {
    innerBlocks: [
      {
        name: 'broadsheet/column',
        attributes: { desktop: 6 },
        innerBlocks: [{ name: 'broadsheet/post-list', attributes: { limit: 1, td_column_number: 1 } }],
      },
      {
        name: 'broadsheet/column',
        attributes: { desktop: 6 },
        innerBlocks: [{ name: 'broadsheet/popular' }],
      },
    ],
  },
});
