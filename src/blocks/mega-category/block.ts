import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  category_id: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
  /** Most posts; 0: as the site's settings say, which is fewer beside subcategories. */
  limit: wholeNumber(0, 0, 20),
  /** The subcategory whose posts are shown; 0, or one that is not listed: the category's own. */
  td_filter_value: wholeNumber(0, 0, Number.MAX_SAFE_INTEGER),
  /** Calls of another page say that it turns; a menu itself shows one page. */
  ajax_pagination: choice(['', 'next_prev'], ''),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mega-category',
  title: 'Mega menu of a category',
  category: 'header',
  icon: 'M3 4h18v3H3V4Zm0 5h4v11H3V9Zm6 0h12v11H9V9Z',
  settings,
  version: 1,
  wireNames: { td_block_mega_menu: {} },
});
