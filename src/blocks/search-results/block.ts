import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/search-results',
  title: 'Search heading',
  description: 'Heading of the search results: the search phrase, the number of results and their types.',
  category: 'archive',
  keywords: ['search title', 'filters', 'found'],
  icon: 'M10 4a6 6 0 1 0 3.6 10.8l5 5 1.4-1.4-5-5A6 6 0 0 0 10 4Zm0 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
  settings,
  version: 1,
  example: {},
});
