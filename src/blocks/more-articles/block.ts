import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';

const settings = z.object({});

export const block = defineBlock({
  name: 'broadsheet/more-articles',
  title: 'More articles',
  description:
    'A box with more articles that opens while a reader scrolls. The site’s settings control whether, when and with which posts.',
  category: 'single',
  keywords: ['pop-in', 'slide in', 'recommended'],
  icon: 'M3 4h18v2H3V4Zm0 4h8v2H3V8Zm0 4h8v2H3v-2Zm10-2h8v10h-8V10Zm2 2v6h4v-6h-4Z',
  settings,
  version: 1,
  onceAPage: true,
  stylesOf: ['list', ...cardStyles('thumb')],
  example: {},
});
