import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/header',
  title: 'Header',
  description: 'What stands on top of every page. What of it sticks while readers scroll is a setting of the site.',
  category: 'header',
  keywords: ['masthead', 'top', 'sticky'],
  icon: 'M3 5h18v5H3V5Zm0 7h18v1.5H3V12Z',
  settings,
  version: 1,
  container: true,
  example: { innerBlocks: [{ name: 'broadsheet/site-title' }, { name: 'broadsheet/nav-menu' }] },
});
