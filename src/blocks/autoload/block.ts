import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/autoload',
  title: 'Autoload next articles',
  description:
    'Loads the next older article when a reader reaches the end, if the site’s settings enable it.',
  category: 'single',
  keywords: ['infinite', 'next article', 'load more'],
  icon: 'M4 3h16v7H4V3Zm2 2v3h12V5H6Zm5 7h2v5l2-2 1.4 1.4L12 21l-4.4-4.6L9 15l2 2v-5Z',
  settings,
  version: 1,
  example: {},
});
