import { pageType } from './names.ts';
import { definePostType } from './post-type.ts';

export const page = definePostType({
  name: pageType,
  labels: { plural: 'Pages', singular: 'Page' },
  icon: 'dashicons-admin-page',
  slug: '',
  precedence: 10,
  idParameter: 'page_id',
  archive: null,
  words: { edit: 'bar_edit_page' },
  isHierarchical: true,
  slugPlaceholder: '%pagename%',
  mayBeFront: true,
  pageKind: 'page',
  restBase: 'pages',
  capabilityType: 'pages',
  supports: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'revisions', 'page-attributes'],
});
