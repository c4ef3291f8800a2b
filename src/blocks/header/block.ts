import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  layout: select({
    default: '',
    group: 'Layout',
    title: 'Layout',
    help: 'On screens at least 768 px wide. Phones show the menu, site title and search in one line.',
    options: {
      '': 'Default of the site’s style',
      line: 'Name, menu and tools in one line',
      above: 'Large name, the menu in the middle below it',
      banner: 'Name and ad slot side by side',
    },
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/header',
  title: 'Header',
  description:
    'The top of every page. A site setting controls which part of it stays visible while readers scroll.',
  category: 'header',
  keywords: ['masthead', 'top', 'sticky'],
  icon: 'M3 5h18v5H3V5Zm0 7h18v1.5H3V12Z',
  settings,
  version: 1,
  container: true,
  stylesOf: ({ layout }) => (layout ? [`header-${layout}`] : []),
  example: { innerBlocks: [{ name: 'broadsheet/site-title' }, { name: 'broadsheet/nav-menu' }] },
});
