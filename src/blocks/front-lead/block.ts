import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_category: toggle({
    default: true,
    group: 'Content',
    title: 'Category',
    help: 'Shows the category above each headline.',
  }),
  show_meta: toggle({
    default: true,
    group: 'Content',
    title: 'Author and date',
    help: 'Shows who wrote a post and when.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/front-lead',
  title: 'Lead package',
  description:
    'The top of a homepage: one large post, two medium ones and four headlines. Pinned posts come first, then sticky posts, then the newest.',
  category: 'listing',
  keywords: ['featured', 'top stories', 'hero', 'pinned'],
  icon: 'M3 4h4v16H3V4Zm6 0h8v10H9V4Zm0 12h8v4H9v-4ZM19 4h2v7h-2V4Zm0 9h2v7h-2v-7Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: [...cardStyles('lead', 'grid', 'text'), 'card-plate'],
  example: {},
});
