import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/footer',
  title: 'Footer',
  description: 'The footer of every page.',
  category: 'footer',
  keywords: ['bottom'],
  icon: 'M3 14h18v5H3v-5Zm0-4h18v1.5H3V10Z',
  settings,
  version: 1,
  container: true,
  example: {
    innerBlocks: [
      { name: 'broadsheet/site-title' },
      { name: 'broadsheet/footer-about' },
      { name: 'broadsheet/footer-line' },
    ],
  },
});
