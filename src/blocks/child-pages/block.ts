import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/child-pages',
  title: 'Child pages',
  description: 'Links to the direct child pages of the current page, with their excerpts.',
  category: 'single',
  keywords: ['subpages', 'children', 'navigation'],
  icon: 'M5 3h10v6H5V3Zm6 9h8v3h-8v-3Zm0 5h8v3h-8v-3ZM7 9h2v10H7V9Z',
  settings,
  version: 1,
  example: {},
});
