/** Words for posts in the names of list widgets, of whatever builder. */
export const postWords = ['posts', 'post', 'blog', 'news', 'articles'] as const;
/** Words for the shape of a list in such names. */
export const listShapes = [
  'grid',
  'list',
  'carousel',
  'slider',
  'timeline',
  'block',
  'ticker',
  'tiles',
  'masonry',
] as const;
