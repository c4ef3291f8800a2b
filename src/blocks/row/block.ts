import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice, classNames, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** `columns`: twelve parts; `sidebar`: a wide column and one of the sidebar's width; `inline`: as wide as their content. */
  layout: choice(['columns', 'sidebar', 'inline'], 'columns'),
  /** Pixels between columns; -1: the theme's gap. */
  gap: wholeNumber(-1, -1, 200),
  /** `0` to `3`: steps of space above. */
  space: wholeNumber(0, 0, 3),
  className: classNames(),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/row',
  title: 'Row',
  category: 'layout',
  icon: 'M3 6h8v12H3V6Zm10 0h8v12h-8V6Z',
  settings,
  version: 1,
  container: true,
});
