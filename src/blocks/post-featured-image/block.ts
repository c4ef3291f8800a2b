import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice } from '../setting-types.ts';

const settings = z.object({
  ratio: choice(['16x9', '21x9', '3x2', 'natural'], '16x9'),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-featured-image',
  title: 'Featured image',
  category: 'single',
  icon: 'M4 5h16v14H4V5Zm2 12 4-5 3 3 2-2 3 4H6Z',
  settings,
  version: 1,
});
