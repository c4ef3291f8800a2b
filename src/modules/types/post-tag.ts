import { tagTaxonomy } from './names.ts';
import { defineTaxonomy } from './taxonomy.ts';

export const postTag = defineTaxonomy({
  name: tagTaxonomy,
  labels: { plural: 'Tags', singular: 'Tag' },
  slug: 'tag',
  wireName: 'tag',
  slugParameter: 'tag',
  words: {
    edit: 'bar_edit_tag',
    archive: 'core_archive_tag',
    plural: 'tags',
    select: 'tags_select',
    none: 'tags_none',
  },
  pageKind: 'tag',
  restBase: 'tags',
  isTopic: true,
});
