import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/full-screen-header',
  title: 'Full-screen header',
  description:
    'The featured image as large as the window, with the blocks inside on a panel over it. Place it first in an article template.',
  category: 'single',
  keywords: ['hero', 'cover', 'featured image'],
  icon: 'M3 4h18v16H3V4Zm2 9v5h9v-5H5Z',
  allowedBlocks: [
    'broadsheet/breadcrumbs',
    'broadsheet/post-title',
    'broadsheet/post-meta',
    'broadsheet/share',
    'broadsheet/row',
  ],
  settings,
  version: 1,
  container: true,
  example: { innerBlocks: [{ name: 'broadsheet/post-title' }, { name: 'broadsheet/post-meta' }] },
});
