import { defineTaxonomy } from './taxonomy.ts';

export const productTag = defineTaxonomy({
  name: 'product_tag',
  labels: { plural: 'Product tags', singular: 'Product tag' },
  slug: 'product-tag',
  slugParameter: 'product_tag',
  pageKind: 'woo_archive',
  restBase: undefined,
});
