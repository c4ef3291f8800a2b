/** Labels that the newsroom gets from the server: of types, taxonomies and roles. */
export const serverLabels = [
  'Administrator',
  'Author',
  'Categories',
  'Category',
  'Contributor',
  'Editor',
  'Page',
  'Pages',
  'Pattern',
  'Patterns',
  'Post',
  'Posts',
  'Subscriber',
  'Tag',
  'Tags',
] as const;
