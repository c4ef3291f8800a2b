import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  show_author: flag(true),
  show_date: flag(true),
  show_reading_time: flag(true),
  show_comments: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-meta',
  title: 'Post byline',
  category: 'single',
  icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-6 8-6s8 2 8 6H4Z',
  settings,
  version: 1,
});
