import { articleType, sectionTaxonomy, tagTaxonomy } from './names.ts';
import { definePostType } from './post-type.ts';

/** Articles: what the front page, feeds, and the pages of authors and days list. */
export const post = definePostType({
  name: articleType,
  labels: { plural: 'Posts', singular: 'Post' },
  words: { edit: 'bar_edit_post' },
  slug: '',
  precedence: 20,
  archive: null,
  pageKind: 'single',
  isArticle: true,
  restBase: 'posts',
  supports: [
    'title',
    'editor',
    'excerpt',
    'author',
    'thumbnail',
    'comments',
    'revisions',
    'related',
    'post-formats',
    'sticky',
  ],
  taxonomies: [sectionTaxonomy, tagTaxonomy],
});
