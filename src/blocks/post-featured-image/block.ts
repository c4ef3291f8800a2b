import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  ratio: select({
    default: '16x9',
    options: { '16x9': '16:9', '21x9': '21:9', '3x2': '3:2', natural: 'Original' },
    group: 'Layout',
    title: 'Aspect ratio',
    help: 'Crops the image unless it is in portrait format or would lose too much. Videos are always 16:9.',
  }),
  room: select({
    default: 'column',
    options: { column: 'Column width', wide: 'Wider than the text (1000 px)', page: 'Page width' },
    group: 'Layout',
    title: 'Width',
    help: 'Maximum width in a column without a sidebar next to it.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-featured-image',
  title: 'Featured image',
  description: 'The featured image of the article with its caption and credit, or its featured video.',
  category: 'single',
  keywords: ['thumbnail', 'lead picture', 'video'],
  icon: 'M4 5h16v14H4V5Zm2 12 4-5 3 3 2-2 3 4H6Z',
  settings,
  version: 1,
  example: {},
});
