import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { number } from '../setting-types.ts';

const settings = z.object({
  limit: number({
    default: 6,
    min: 0,
    max: 20,
    group: 'Filter',
    title: 'Number of posts',
    help: 'Newest posts shown below the message. 0 means none.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/not-found',
  title: 'Page not found',
  description: 'Shown if a page doesn’t exist: a message, a search field and the newest posts.',
  category: 'archive',
  keywords: ['404', 'error', 'missing'],
  icon: 'M4 4h16v16H4V4Zm4 4v8m8-8v8',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: ['list', 'list-cards', ...cardStyles('grid'), 'card-plate'],
  example: { attributes: { limit: 3 } },
});
