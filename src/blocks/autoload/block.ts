import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/autoload',
  title: 'Autoload of further articles',
  description:
    'The place where the next older article follows once a reader comes to the end. Whether it does is a setting of the site.',
  category: 'single',
  keywords: ['infinite', 'next article', 'load more'],
  icon: 'M4 3h16v7H4V3Zm2 2v3h12V5H6Zm5 7h2v5l2-2 1.4 1.4L12 21l-4.4-4.6L9 15l2 2v-5Z',
  settings,
  version: 1,
  example: {},
});
