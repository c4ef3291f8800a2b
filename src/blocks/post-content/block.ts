import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  room: select({
    default: 'column',
    options: {
      column: 'Same as next to a sidebar',
      wide: 'Page width, with images up to 1000 px',
      page: 'Page width, edge to edge',
    },
    group: 'Layout',
    title: 'Maximum width of wide content',
    help: 'How far wide content can extend beyond the text if there is no sidebar next to it.',
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
