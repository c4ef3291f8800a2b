import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-neighbours',
  title: 'Previous and next',
  description: 'Links to the previous and next article. Articles shown by blocks above are skipped.',
  category: 'single',
  keywords: ['previous', 'next', 'navigation'],
  icon: 'M10 6 4 12l6 6v-4h10v-4H10V6Z',
  settings,
  showsPosts: true,
  version: 1,
  example: {},
});
