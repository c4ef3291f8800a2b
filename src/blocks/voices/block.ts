import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wholeNumber, wording } from '../setting-types.ts';

const settings = z.object({
  custom_title: wording('voices', 200),
  limit: wholeNumber(4, 2, 6),
});
export type Settings = z.output<typeof settings>;

/** The newest article of each author, with their portraits; posts that blocks above show are left out. It stays away where fewer than two authors have one left. */
export const block = defineBlock({
  name: 'broadsheet/voices',
  title: 'Voices',
  category: 'listing',
  icon: 'M12 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 20c0-4 4-7 8-7s8 3 8 7H4Z',
  settings,
  version: 1,
});
