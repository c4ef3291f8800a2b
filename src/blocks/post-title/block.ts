import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_category: toggle({
    default: true,
    group: 'Content',
    title: 'Category',
    help: 'Shows the category above the headline.',
  }),
  show_standfirst: toggle({
    default: true,
    group: 'Content',
    title: 'Subtitle',
    help: 'Shows the subtitle below the headline, or else a manual excerpt.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-title',
  title: 'Post title',
  description: 'The headline of the article, with its category and subtitle.',
  category: 'single',
  keywords: ['headline', 'heading', 'standfirst'],
  icon: 'M5 5h14v3h-5.5v11h-3V8H5V5Z',
  settings,
  version: 1,
  example: {},
});
