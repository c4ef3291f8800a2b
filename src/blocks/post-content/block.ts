import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-content',
  title: 'Post content',
  description: 'The text of the article or page.',
  category: 'single',
  keywords: ['body', 'article', 'text'],
  icon: 'M4 5h16v2H4V5Zm0 4h16v2H4V9Zm0 4h16v2H4v-2Zm0 4h10v2H4v-2Z',
  settings,
  version: 1,
  example: {},
});
