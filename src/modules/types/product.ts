import { definePostType } from './post-type.ts';

/** What a shop sells, at the addresses that WooCommerce gives. */
export const product = definePostType({
  name: 'product',
  labels: { plural: 'Products', singular: 'Product', archive: 'Shop' },
  precedence: 30,
  archive: { slug: 'shop', kind: 'woo_shop_base' },
  words: { name: 'kind_woo_product' },
  pageKind: 'woo_product',
  searchKind: 'woo_search_archive',
  restBase: undefined,
  taxonomies: ['product_cat', 'product_tag'],
});
