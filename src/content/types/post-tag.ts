import { tagTaxonomy } from './names.ts';
import { defineTaxonomy } from './taxonomy.ts';

export const postTag = defineTaxonomy({
  name: tagTaxonomy, labels: { plural: 'Tags', singular: 'Tag' }, slug: 'tag', slugParameter: 'tag', pageKind: 'tag', restBase: 'tags', isTopic: true,
});
