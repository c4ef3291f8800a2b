import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { number, text, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: text({
    default: wording('voices'),
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the band. Leave empty for none.',
  }),
  limit: number({ default: 4, min: 2, max: 6, group: 'Filter', title: 'Number of authors' }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/voices',
  title: 'Voices',
  description:
    'The newest article of each author, with their profile pictures. Shows nothing if fewer than two authors have a remaining article.',
  category: 'listing',
  keywords: ['authors', 'columnists', 'opinion'],
  icon: 'M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-7 8-7s8 3 8 7H4Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: cardStyles(),
  example: {},
});
