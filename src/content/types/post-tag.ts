import { defineTaxonomy } from './taxonomy.ts';

export const postTag = defineTaxonomy({
  name: 'post_tag', labels: { plural: 'Tags', singular: 'Tag' }, slug: 'tag', slugParameter: 'tag', pageKind: 'tag', restBase: 'tags', isTopic: true,
});
