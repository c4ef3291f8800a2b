import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/footer-line',
  title: 'Copyright line',
  description: 'The copyright line from the site’s settings, or else the year and the site title.',
  category: 'footer',
  keywords: ['copyright', 'legal', 'year'],
  icon: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm3 9.5a4 4 0 1 1 0-5l-1.5 1.2a2 2 0 1 0 0 2.6L15 14.5Z',
  ancestor: ['broadsheet/footer'],
  settings,
  version: 1,
  example: {},
});
