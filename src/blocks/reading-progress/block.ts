import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/reading-progress',
  title: 'Reading progress',
  description:
    'A line that grows as a reader scrolls through an article. The site’s settings control whether and where it is shown.',
  category: 'single',
  keywords: ['bar', 'scroll', 'progress'],
  icon: 'M3 5h18v3H3V5Zm0 6h11v2H3v-2Zm0 5h14v2H3v-2Z',
  settings,
  version: 1,
  onceAPage: true,
  example: {},
});
