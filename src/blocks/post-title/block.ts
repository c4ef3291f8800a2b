import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  show_category: flag(true),
  show_standfirst: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-title',
  title: 'Post title',
  category: 'single',
  icon: 'M5 5h14v3h-5.5v11h-3V8H5V5Z',
  settings,
  version: 1,
});
