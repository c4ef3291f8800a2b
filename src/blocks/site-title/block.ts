import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_tagline: toggle({ default: true, group: 'Content', title: 'Tagline' }),
  show_date: toggle({ default: true, group: 'Content', title: 'Date', help: 'Shows today’s date.' }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/site-title',
  title: 'Site title',
  description: 'Name or logo of the site, with its tagline and today’s date.',
  category: 'header',
  keywords: ['logo', 'name', 'masthead', 'tagline'],
  icon: 'M4 6h16v2H4V6Zm3 5h10v2H7v-2Zm2 5h6v2H9v-2Z',
  ancestor: ['broadsheet/header', 'broadsheet/footer'],
  settings,
  version: 1,
  example: {},
});
