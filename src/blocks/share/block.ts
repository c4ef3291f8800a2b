import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/share',
  title: 'Sharing bar',
  description:
    'Buttons to share or print the article or to copy its link. The site’s settings define the buttons and their order.',
  category: 'single',
  keywords: ['social', 'print', 'copy link'],
  icon: 'M17 4a3 3 0 1 1-2.3 4.9L9 11.8v.4l5.7 2.9A3 3 0 1 1 14 17l-5.7-2.9a3 3 0 1 1 0-4.2L14 7a3 3 0 0 1 3-3Z',
  settings,
  version: 1,
  example: {},
});
