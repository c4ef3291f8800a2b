import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_author: toggle({
    default: true,
    group: 'Content',
    title: 'Author',
    help: 'Shows the names and profile pictures of the authors.',
  }),
  show_date: toggle({
    default: true,
    group: 'Content',
    title: 'Date',
    help: 'Shows when the article was published, and when it was last updated if that was over a day later.',
  }),
  show_reading_time: toggle({ default: true, group: 'Content', title: 'Reading time' }),
  show_comments: toggle({
    default: true,
    group: 'Content',
    title: 'Comments',
    help: 'Links to the comments with their count, if there are any.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-meta',
  title: 'Post byline',
  description: 'The article’s author, date, reading time and comments.',
  category: 'single',
  keywords: ['byline', 'author', 'date', 'reading time'],
  icon: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-6 8-6s8 2 8 6H4Z',
  settings,
  version: 1,
  example: {},
});
