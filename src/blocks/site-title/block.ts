import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  show_tagline: flag(true),
  show_date: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/site-title',
  title: 'Site title',
  category: 'header',
  icon: 'M4 6h16v2H4V6Zm3 5h10v2H7v-2Zm2 5h6v2H9v-2Z',
  settings,
  version: 1,
});
