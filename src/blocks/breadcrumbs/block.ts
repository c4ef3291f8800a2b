import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  /** Whether the page itself ends the trail. */
  show_current: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/breadcrumbs',
  title: 'Breadcrumbs',
  category: 'single',
  icon: 'M4 11h4v2H4v-2Zm6-4 5 5-5 5V7Zm7 4h4v2h-4v-2Z',
  settings,
  version: 1,
  onceAPage: true,
});
