import { accentMeta } from './meta.ts';
import { sectionTaxonomy } from './names.ts';
import { defineTaxonomy } from './taxonomy.ts';

/** Sections of the magazine. */
export const category = defineTaxonomy({
  name: sectionTaxonomy,
  labels: { plural: 'Categories', singular: 'Category' },
  isHierarchical: true,
  slugParameter: 'category_name',
  idParameter: 'cat',
  words: {
    edit: 'bar_edit_category',
    archive: 'core_archive_category',
    plural: 'categories',
    select: 'categories_select',
    none: 'categories_none',
  },
  pageKind: 'category',
  isSection: true,
  restBase: 'categories',
  isTopic: true,
  meta: accentMeta,
});
