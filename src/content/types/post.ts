import { definePostType } from './post-type.ts';

/** Articles: what the front page, feeds, and the pages of authors and days list. */
export const post = definePostType({
  name: 'post', labels: { plural: 'Posts', singular: 'Post' }, slug: '', precedence: 20, archive: null, pageKind: 'single', isArticle: true, restBase: 'posts',
  supports: ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'revisions', 'post-formats', 'sticky'], taxonomies: ['category', 'post_tag'],
});
