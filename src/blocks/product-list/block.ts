import type { z } from 'zod';
import { productCategoryTaxonomy } from '../../modules/shop/model.ts';
import { listStylesOf, postListSettings } from '../post-list/settings.ts';
import { defineBlock } from '../block.ts';
import { references, text, withDefaults } from '../setting-types.ts';

/** Settings of post lists that products have no use for. */
const unused = {
  post_type: true,
  live_filter: true,
  live_filter_cur_post_id: true,
  live_filter_cur_post_author: true,
  td_ajax_filter_type: true,
  td_ajax_filter_ids: true,
  td_filter_value: true,
  td_filter_default_txt: true,
  tag_slug: true,
  author_id: true,
  category_rank: true,
  discussed_only: true,
  viewed_only: true,
  time_ago: true,
  time_ago_add_txt: true,
  show_category: true,
  show_meta: true,
} as const;

const settings = withDefaults(postListSettings.omit(unused), {
  limit: 12,
  td_column_number: 4,
  ajax_pagination: 'numbered',
  show_excerpt: false,
}).extend({
  custom_title: text({
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the block. Leave empty for none.',
  }),
  category_id: references({
    control: 'term',
    taxonomy: productCategoryTaxonomy,
    max: 200,
    group: 'Filter',
    title: 'Product categories',
    help: 'Products in any of these categories or their subcategories. Leave empty for all.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/product-list',
  title: 'Product list',
  description: 'Products with prices: the newest, or those of a category or of your choice.',
  category: 'listing',
  keywords: ['shop', 'products', 'prices', 'loop'],
  icon: 'M3 4h8v8H3V4Zm10 0h8v8h-8V4ZM3 14h8v1.500H3V14Zm10 0h8v1.500h-8V14ZM3 18h5v1.500H3V18Zm10 0h5v1.500h-5V18Z',
  settings,
  showsPosts: true,
  version: 1,
  wireNames: { td_woo_products_loop: {} },
  stylesOf: (list) => [...listStylesOf({ ...list, td_ajax_filter_type: '' }), 'broadsheet/product-price'],
  example: { attributes: { limit: 4 } },
});
