import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { number, text, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: text({
    default: wording('searched'),
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the block. Leave empty for none.',
  }),
  limit: number({
    default: 5,
    min: 3,
    max: 20,
    group: 'Content',
    title: 'Phrases',
    help: 'Maximum number of phrases to show.',
  }),
  days: number({
    default: 7,
    min: 1,
    max: 31,
    group: 'Content',
    title: 'Days',
    help: 'Number of days to count, including today.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/searched',
  title: 'Most searched',
  description:
    'The most frequent searches of readers, counted without cookies. Hidden until several readers have searched for each of at least three phrases.',
  category: 'listing',
  keywords: ['search', 'trending searches', 'popular searches', 'ranking'],
  icon: 'M10 3a7 7 0 0 0 0 14 7 7 0 0 0 4.2-1.4l5 5 1.4-1.4-5-5A7 7 0 0 0 10 3Zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm-3 6h2v2H7v-2Zm3-3h2v5h-2V8Z',
  settings,
  version: 1,
  example: {},
});
