import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  show_description: flag(true),
  show_subcategories: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/archive-title',
  title: 'Archive title',
  category: 'archive',
  icon: 'M4 5h16v3H4V5Zm0 5h10v2H4v-2Z',
  settings,
  version: 1,
});
