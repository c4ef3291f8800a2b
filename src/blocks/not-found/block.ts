import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** Newest posts shown below the message. */
  limit: wholeNumber(6, 0, 20),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/not-found',
  title: 'Page not found',
  category: 'archive',
  icon: 'M4 4h16v16H4V4Zm4 4v8m8-8v8',
  settings,
  version: 1,
});
