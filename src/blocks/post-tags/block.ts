import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-tags',
  title: 'Post tags',
  description: 'The tags of the article, as links.',
  category: 'single',
  keywords: ['keywords', 'topics', 'terms'],
  icon: 'M4 4h8l8 8-8 8-8-8V4Zm4 3a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z',
  settings,
  version: 1,
  example: {},
});
