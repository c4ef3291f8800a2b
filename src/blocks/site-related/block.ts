import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

/** The site-wide related posts: configured in the site's settings, since the call `?relatedposts=1` has no block. */
export const block = defineBlock({
  name: 'broadsheet/site-related',
  title: 'Related posts (site settings)',
  description:
    'Related posts below an article, as configured in the site’s settings. Other applications can request the same list by URL.',
  category: 'single',
  keywords: ['similar', 'recommended'],
  icon: 'M3 5h5v6H3V5Zm7 0h5v6h-5V5Zm7 0h4v6h-4V5ZM3 13h5v2H3v-2Zm7 0h5v2h-5v-2Zm7 0h4v2h-4v-2ZM3 17h3v2H3v-2Zm7 0h3v2h-3v-2Zm7 0h3v2h-3v-2Z',
  settings,
  showsPosts: true,
  version: 1,
  onceAPage: true,
  example: {},
});
