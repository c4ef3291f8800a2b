import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_feed: toggle({
    default: true,
    group: 'Content',
    title: 'RSS feed',
    help: 'Links to the site’s RSS feed below the text.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/footer-about',
  title: 'About the site',
  description: 'The about text from the site’s settings, or else the tagline.',
  category: 'footer',
  keywords: ['about', 'description', 'rss'],
  icon: 'M4 5h16v2H4V5Zm0 4h16v2H4V9Zm0 4h10v2H4v-2Z',
  ancestor: ['broadsheet/footer'],
  settings,
  version: 1,
  example: { viewportWidth: 400 },
});
