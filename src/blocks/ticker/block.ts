import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { number, select, text, toggle } from '../setting-types.ts';

const settings = z.object({
  custom_title: text({
    max: 80,
    group: 'Content',
    title: 'Custom title',
    help: 'Label before the headlines. Leave empty for “Trending now” in the site’s language.',
  }),
  limit: number({ default: 5, min: 1, max: 20, group: 'Filter', title: 'Number of posts' }),
  without_lead: toggle({
    default: false,
    group: 'Filter',
    title: 'Exclude the lead package',
    help: 'Excludes posts shown by the lead package. Meant for a ticker right above it.',
  }),
  start: select({
    default: '',
    options: { '': 'Site default', autostart: 'By itself', manual: 'By the arrows only' },
    group: 'Content',
    title: 'Start',
    help: 'Whether headlines change automatically.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/ticker',
  title: 'Ticker',
  description: 'The newest headlines, one at a time.',
  category: 'listing',
  keywords: ['trending now', 'breaking news', 'headlines'],
  icon: 'M4 9h16v6H4V9Z',
  settings,
  version: 1,
  onceAPage: true,
  example: {},
});
