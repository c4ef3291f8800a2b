import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  show_category: flag(true),
  show_meta: flag(true),
});
export type Settings = z.output<typeof settings>;

/** Opens a front: one big, two middling and four headlines; what editors pinned comes first, then sticky posts, then the newest. */
export const block = defineBlock({
  name: 'broadsheet/front-lead',
  title: 'Lead package',
  category: 'listing',
  icon: 'M3 4h4v16H3V4Zm6 0h8v10H9V4Zm0 12h8v4H9v-4ZM19 4h2v7h-2V4Zm0 9h2v7h-2v-7Z',
  settings,
  version: 1,
});
