import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** The page whose content is shown. */
  page_id: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mega-page',
  title: 'Mega menu of a page',
  category: 'header',
  icon: 'M3 4h18v3H3V4Zm0 5h18v11H3V9Z',
  settings,
  version: 1,
});
