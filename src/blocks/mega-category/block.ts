import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { number, reference, select } from '../setting-types.ts';
import { sectionTaxonomy } from '../../modules/types/names.ts';

const settings = z.object({
  category_id: reference({ control: 'term', taxonomy: sectionTaxonomy, group: 'Filter', title: 'Category' }),
  limit: number({
    default: 0,
    min: 0,
    max: 20,
    group: 'Filter',
    title: 'Number of posts',
    help: '0 means the number in the site’s settings, which is lower next to subcategories.',
  }),
  td_filter_value: reference({
    control: 'term',
    taxonomy: sectionTaxonomy,
    group: 'Ajax filter',
    title: 'Selected subcategory',
    help: 'Leave empty to show posts of the whole category.',
  }),
  ajax_pagination: select({
    default: '',
    options: { '': 'None', next_prev: 'Previous and next' },
    group: 'Advanced',
    title: 'Pagination',
    help: 'Whether scripts can request more pages. The menu itself shows one page.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mega-category',
  title: 'Category mega menu',
  description:
    'The newest posts of a category, next to its subcategories. Opened by menu items with a category mega menu.',
  category: 'header',
  keywords: ['dropdown', 'submenu'],
  icon: 'M3 4h18v3H3V4Zm0 5h4v11H3V9Zm6 0h12v11H9V9Z',
  supports: { inserter: false },
  settings,
  version: 1,
  stylesOf: cardStyles('grid'),
  wireNames: { td_block_mega_menu: {} },
});
