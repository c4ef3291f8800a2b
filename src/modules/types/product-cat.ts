import { accentMeta } from './meta.ts';
import { defineTaxonomy } from './taxonomy.ts';

export const productCat = defineTaxonomy({
  name: 'product_cat',
  labels: { plural: 'Product categories', singular: 'Product category' },
  isHierarchical: true,
  slug: 'product-category',
  slugParameter: 'product_cat',
  pageKind: 'woo_archive',
  restBase: undefined,
  meta: accentMeta,
});
