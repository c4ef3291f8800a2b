import { renameInBlocks } from './pattern-refs.ts';

const named = /wp:(?:core\/)?(?:query|avatar|latest-posts)\s/;
/** Where a block names one author, by its name. */
const single: Readonly<Record<string, string>> = {
  'core/avatar': 'userId',
  'core/latest-posts': 'selectedAuthor',
};

/** Whether blocks of a text may name people; quick. */
export function mayNameAuthors(markup: string): boolean {
  return named.test(markup);
}

/** A text whose blocks name other people (in lists of posts by authors, and portraits): `moved` says which, by the ids that they name. */
export function renameAuthors(markup: string, moved: ReadonlyMap<string, number>): string {
  if (moved.size === 0 || !mayNameAuthors(markup)) return markup;
  return renameInBlocks(markup, (name, attributes) => {
    const key = single[name];
    if (key !== undefined) {
      const id = moved.get(String(attributes[key]));
      return id === undefined ? undefined : { ...attributes, [key]: id };
    }
    const query = name === 'core/query' ? attributes.query : undefined;
    if (typeof query !== 'object' || query === null || !('author' in query)) return undefined;
    const { author } = query;
    if (typeof author !== 'string' && typeof author !== 'number') return undefined;
    const ids = String(author).replace(/\d+/g, (id) => String(moved.get(id) ?? id));
    return ids === String(author)
      ? undefined
      : { ...attributes, query: { ...query, author: typeof author === 'number' ? Number(ids) : ids } };
  });
}
