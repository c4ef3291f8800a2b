import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_current: toggle({
    default: false,
    group: 'Content',
    title: 'Current page',
    help: 'Includes the current page at the end of the breadcrumbs.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/breadcrumbs',
  title: 'Breadcrumbs',
  description: 'Links from the homepage to the current page.',
  category: 'single',
  keywords: ['navigation', 'trail', 'path'],
  icon: 'M4 11h4v2H4v-2Zm6-4 5 5-5 5V7Zm7 4h4v2h-4v-2Z',
  settings,
  version: 1,
  onceAPage: true,
  example: {},
});
