import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag, wholeNumber } from '../setting-types.ts';

export const block = defineBlock({
  name: 'broadsheet/header-search',
  title: 'Header search',
  category: 'header',
  icon: 'M10 2a8 8 0 1 0 4.9 14.3l5.4 5.4 1.4-1.4-5.4-5.4A8 8 0 0 0 10 2zm0 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12z',
  version: 1,
  settings: z.object({
    /** Most live results; 0: as the site's settings say. */
    limit: wholeNumber(0, 0, 20).meta({ title: 'Live results' }),
    disable_live_search: flag(false).meta({ title: 'No live results' }),
  }),
});

export type HeaderSearchSettings = z.output<typeof block.settings>;
