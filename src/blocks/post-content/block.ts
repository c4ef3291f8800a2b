import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  room: select({
    default: 'column',
    options: {
      column: 'As in a column with a sidebar',
      wide: 'The page, with pictures of 1000 px',
      page: 'The page, to its edges',
    },
    group: 'Layout',
    title: 'Room',
    help: 'How far content that is wider than the text may extend, if there is no sidebar next to it.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-content',
  title: 'Post content',
  description: 'The text of the article or page.',
  category: 'single',
  keywords: ['body', 'article', 'text'],
  icon: 'M4 5h16v2H4V5Zm0 4h16v2H4V9Zm0 4h16v2H4v-2Zm0 4h10v2H4v-2Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: ({ room }) => (room === 'column' ? [] : ['text-alone']),
  example: {},
});
