import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/more-articles',
  title: 'More articles',
  description:
    'The box with further articles that comes up while one is read. When, what from, and whether at all, are settings of the site.',
  category: 'single',
  keywords: ['pop-in', 'slide in', 'recommended'],
  icon: 'M3 4h18v2H3V4Zm0 4h8v2H3V8Zm0 4h8v2H3v-2Zm10-2h8v10h-8V10Zm2 2v6h4v-6h-4Z',
  settings,
  version: 1,
  onceAPage: true,
  stylesOf: ['list', ...cardStyles('thumb')],
  example: {},
});
