import { accentMeta } from './meta.ts';
import { sectionTaxonomy } from './names.ts';
import { defineTaxonomy } from './taxonomy.ts';

/** Sections of the magazine. */
export const category = defineTaxonomy({
  name: sectionTaxonomy, labels: { plural: 'Categories', singular: 'Category' }, isHierarchical: true, slugParameter: 'category_name', idParameter: 'cat',
  pageKind: 'category', restBase: 'categories', isTopic: true, meta: accentMeta,
});
