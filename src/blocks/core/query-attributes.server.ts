import { z } from 'zod';
import type { FilteredOrder } from '../../modules/posts/post-filter.ts';
import { postFormats } from '../../lib/post-formats.ts';
import type { PostFormat } from '../../lib/post-formats.ts';
import { articleType } from '../../modules/types/names.ts';
import { postTypeNamed, taxonomyNamed } from '../../modules/types/registry.ts';
import { positive } from '../../lib/numbers.ts';
import { deepestPost } from '../post-list/query.server.ts';
import { flag, ids, record, string, whole, word } from './attributes.ts';

const maxTaxonomies = 10;

export interface ListedBy {
  /** Shows the page's listing. */
  readonly inherit: boolean;
  /** 0: the site's setting. */
  readonly perPage: number;
  /** Maximum number of linked pages; 0: all. */
  readonly pages: number;
  readonly offset: number;
  readonly type: string;
  readonly order: FilteredOrder | 'random';
  readonly descending: boolean;
  readonly authorIds: readonly number[];
  readonly search: string;
  readonly excludeIds: readonly number[];
  readonly excludeCurrent: boolean;
  readonly sticky: '' | 'only' | 'exclude' | 'ignore';
  /** A post has a term of each group. */
  readonly termGroups: readonly (readonly number[])[];
  readonly excludeTermIds: readonly number[];
  readonly parentIds: readonly number[];
  readonly formats: readonly PostFormat[];
}

const columns: ReadonlyMap<string, FilteredOrder | 'random'> = new Map<string, FilteredOrder | 'random'>([
  ['date', 'published_at'],
  ['title', 'title'],
  ['modified', 'modified_at'],
  ['menu_order', 'menu_order'],
  ['comment_count', 'comment_count'],
  ['author', 'author_id'],
  ['id', 'id'],
  ['name', 'slug'],
  ['parent', 'parent_id'],
  ['rand', 'random'],
  ['relevance', 'given'],
]);

const schema = z.object({
  inherit: flag(false),
  perPage: whole(0, { max: 100 }),
  pages: whole(0, { max: deepestPost }),
  offset: whole(0, { max: deepestPost }),
  postType: string(articleType, 100),
  orderBy: string('date', 20),
  order: string('desc', 10),
  search: string('', 200),
  exclude: ids(),
  parents: ids(),
  excludeCurrent: flag(false),
  sticky: word(['', 'only', 'exclude', 'ignore']),
  taxQuery: record(),
  categoryIds: ids(),
  tagIds: ids(),
  author: z.unknown().default(''),
  format: z.array(z.unknown()).catch([]).default([]),
});

/** Parses the attribute `query`; invalid values read as their defaults. */
export function readQuery(input: Readonly<Record<string, unknown>>): ListedBy {
  const {
    postType,
    orderBy,
    order,
    author,
    exclude,
    parents,
    taxQuery,
    categoryIds,
    tagIds,
    format,
    ...rest
  } = schema.parse(input);
  const type = postTypeNamed(postType);
  const shown = type.isPublic ? type : postTypeNamed(articleType);
  const { include, exclude: without } = termsOf(taxQuery);
  const groups =
    include.length > 0 || without.length > 0
      ? include
      : [categoryIds, tagIds].filter((group) => group.length > 0);
  return {
    ...rest,
    type: shown.name,
    order: columns.get(orderBy.toLowerCase()) ?? 'published_at',
    descending: order.toLowerCase() !== 'asc',
    authorIds: authorsOf(author),
    search: rest.search.trim(),
    excludeIds: exclude,
    termGroups: groups,
    excludeTermIds: without,
    // As in WordPress, parents only apply to hierarchical types.
    parentIds: shown.isHierarchical ? parents : [],
    formats: postFormats.filter((name) => format.includes(name)),
  };
}

/** A number, a comma-separated string, or an array. */
function authorsOf(author: unknown): number[] {
  const parts = Array.isArray(author)
    ? author
    : String(author ?? '')
        .slice(0, 500)
        .split(',');
  return [
    ...new Set(parts.map((part) => positive(String(part).trim())).filter((id) => id !== undefined)),
  ].slice(0, 20);
}

/** `{ category: [1] }`, or `{ include: { category: [1] }, exclude: { post_tag: [2] } }`. Excludes descendants, as WordPress' lists do. */
function termsOf(taxQuery: Readonly<Record<string, unknown>>): {
  readonly include: number[][];
  readonly exclude: number[];
} {
  const isSplit = Object.keys(taxQuery).every((key) => key === 'include' || key === 'exclude');
  const split = z
    .object({ include: record(), exclude: record() })
    .parse(isSplit ? taxQuery : { include: taxQuery });
  const groupsOf = (terms: Readonly<Record<string, unknown>>) =>
    Object.entries(terms)
      .slice(0, maxTaxonomies)
      .filter(([taxonomy]) => taxonomyNamed(taxonomy).isPublic)
      .map(([, given]) => ids().parse(given))
      .filter((group) => group.length > 0);
  return { include: groupsOf(split.include), exclude: groupsOf(split.exclude).flat() };
}
