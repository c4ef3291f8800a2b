import { keepPreviousData, queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import type { Field, Filter } from '@wordpress/dataviews';
import { useMemo } from 'react';
import { boot } from '../../app/boot.ts';
import type { ListedTaxonomy, ListedType } from '../../app/boot.ts';
import { treeTerms, usedTerms, withBelow } from '../../app/choices.ts';
import type {
  EditedPost,
  EmbeddedTerm,
  PostCounts,
  PostLocks,
  SeenUser,
  TextDetails,
} from '../../app/rest-types.ts';
import { rest } from '../../app/rest.ts';
import { readListAddress } from '../../app/use-list-view.ts';
import type { ListAddress, Orders } from '../../app/use-list-view.ts';
import { say } from '../../words.ts';

export type PostRow = Pick<
  EditedPost,
  | 'id'
  | 'revision'
  | 'title'
  | 'status'
  | 'date'
  | 'date_floating'
  | 'modified'
  | 'link'
  | 'slug'
  | 'password'
  | 'author'
  | 'parent'
  | 'menu_order'
  | 'sticky'
  | 'format'
  | 'comment_status'
  | '_links'
> & {
  readonly broadsheet?: Pick<TextDetails, 'byline'>;
  /** Values of custom fields that are columns. */
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly _embedded?: {
    readonly author?: readonly Partial<Pick<SeenUser, 'name'>>[];
    readonly 'wp:term'?: readonly (readonly Pick<EmbeddedTerm, 'id' | 'name' | 'taxonomy'>[])[];
  };
};

/** Status tabs; the first is all but the trash. `empty`: the empty state, with a type's plural. */
export const tabs = [
  { slug: '', label: say('All'), statuses: 'publish,future,draft,pending,private', empty: () => '' },
  {
    slug: 'publish',
    label: say('Published'),
    statuses: 'publish',
    empty: (many: string) => say('No published %s.', many),
  },
  {
    slug: 'future',
    label: say('Scheduled'),
    statuses: 'future',
    empty: (many: string) => say('No scheduled %s.', many),
  },
  {
    slug: 'draft',
    label: say('Drafts'),
    statuses: 'draft',
    empty: (many: string) => say('No draft %s.', many),
  },
  {
    slug: 'pending',
    label: say('Pending'),
    statuses: 'pending',
    empty: (many: string) => say('No %s pending review.', many),
  },
  {
    slug: 'private',
    label: say('Private'),
    statuses: 'private',
    empty: (many: string) => say('No private %s.', many),
  },
  { slug: 'trash', label: say('Trash'), statuses: 'trash', empty: () => say('The trash is empty.') },
] as const;
export type Tab = (typeof tabs)[number];

export type PostOrder = 'date' | 'title' | 'author' | 'modified' | `field_${string}`;
export const orders: Orders<'date' | 'title' | 'author' | 'modified'> = {
  date: 'desc',
  title: 'asc',
  author: 'asc',
  modified: 'desc',
};

/** Columns, filters and orders by custom fields; loaded with the list of a type that has them (`features/fields`). */
export interface ListExtension {
  readonly restFields: readonly string[];
  /** URL parameters that filter, with their valid values. */
  readonly parameters: ReadonlyMap<string, RegExp>;
  readonly orders: Readonly<Record<string, 'asc' | 'desc'>>;
  readonly orderOf: (orderby: string) => string;
  readonly usual: readonly string[];
  readonly columns: (chosen: ListQuery['filters']) => Field<PostRow>[];
  /** Undefined: not one of its filters. */
  readonly filterOf: (parameter: string, values: readonly string[]) => Filter | undefined;
  readonly valuesOf: (filter: Filter) => readonly string[] | undefined;
  readonly sentFilters: (chosen: ListQuery['filters']) => readonly (readonly [string, string])[];
}

/** State of a list in the URL, with WordPress' parameter names. */
export interface ListQuery extends ListAddress<PostOrder> {
  readonly tab: Tab;
  /** By URL parameter: terms, `author`, `m` (a month as 202611), `post_format`. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** URL parameters that filter a type's list, with their valid values. */
export function filterParameters({ taxonomies, supports }: ListedType): ReadonlyMap<string, RegExp> {
  return new Map([
    ...taxonomies.map(
      ({ parameter, isById }) => [parameter, isById ? /^\d{1,15}$/ : /^[^,\s]{1,200}$/] as const,
    ),
    ...(supports.includes('author') ? [['author', /^\d{1,15}$/] as const] : []),
    ['m', /^\d{4}(?:0[1-9]|1[0-2])$/] as const,
    ...(supports.includes('post-formats') ? [[boot.site.formatParameter, /^[a-z]{1,20}$/] as const] : []),
    ...(supports.includes('sticky') ? [['show_sticky', /^1$/] as const] : []),
  ]);
}

/** Parses the URL; unknown values become defaults. */
export function readListQuery(
  params: URLSearchParams,
  type: ListedType,
  own: ListExtension | undefined,
): ListQuery {
  const filters = [...filterParameters(type), ...(own?.parameters ?? [])].map(
    ([name, pattern]) =>
      [name, (params.get(name) ?? '').split(',').filter((value) => pattern.test(value))] as const,
  );
  return {
    ...readListAddress<PostOrder>(params, { ...orders, ...own?.orders }),
    tab: tabs.find(({ slug }) => slug === (params.get('post_status') ?? '')) ?? tabs[0],
    filters: Object.fromEntries(filters.filter(([, values]) => values.length > 0)),
  };
}

/** Serializes it without defaults. */
export function writeListQuery(
  type: string | null,
  { tab, search, filters, orderby, order, page, perPage }: ListQuery,
): URLSearchParams {
  const address = new URLSearchParams();
  const add = (name: string, value: string, silent: string) => value !== silent && address.set(name, value);
  add('post_type', type ?? '', '');
  add('post_status', tab.slug, '');
  add('s', search, '');
  for (const [name, values] of Object.entries(filters)) add(name, values.join(','), '');
  add('orderby', orderby, 'date');
  if (orderby !== 'date' || order !== 'desc') address.set('order', order);
  add('paged', String(page), '1');
  add('per_page', String(perPage ?? ''), '');
  return address;
}

const commonFields = [
  'id',
  'revision',
  'title',
  'status',
  'date',
  'date_floating',
  'modified',
  'link',
  'slug',
  'password',
  'author',
  'parent',
  'menu_order',
  'sticky',
  'format',
  'comment_status',
  'broadsheet.byline',
  '_links.self',
  '_links.author',
  '_links.wp:term',
  '_embedded',
];

/** Ids of the terms in the URL; in trees including descendants, as in WordPress. An unknown slug becomes id 0. */
async function termIds(
  queries: QueryClient,
  { restBase, isHierarchical, isById }: ListedTaxonomy,
  values: readonly string[],
): Promise<readonly number[]> {
  if (!isHierarchical) {
    const terms = await queries.fetchQuery(usedTerms(restBase, values));
    return values.map((value) => terms.find(({ slug }) => slug === value)?.id ?? 0);
  }
  const tree = await queries.fetchQuery(treeTerms(restBase));
  return values.flatMap((value) => {
    const id = isById ? Number(value) : (tree.find(({ slug }) => slug === value)?.id ?? 0);
    return withBelow(tree, id);
  });
}

async function filterFields(
  queries: QueryClient,
  { taxonomies }: ListedType,
  filters: ListQuery['filters'],
): Promise<Readonly<Record<string, string>>> {
  const { author, m: months = [], [boot.site.formatParameter]: format, show_sticky: sticky } = filters;
  const terms = await Promise.all(
    taxonomies.map(async (taxonomy) => {
      const values = filters[taxonomy.parameter];
      return values
        ? [[taxonomy.restBase, (await termIds(queries, taxonomy, values)).join(',')] as const]
        : [];
    }),
  );
  const [month] = months;
  return {
    ...Object.fromEntries(terms.flat()),
    ...(author ? { author: author.join(',') } : {}),
    ...(format ? { format: format.join(',') } : {}),
    ...(sticky ? { sticky: 'true' } : {}),
    ...(month === undefined ? {} : within(month)),
  };
}

/** Bounds of a month, exclusive: REST returns posts between them. */
function within(month: string): Readonly<Record<string, string>> {
  const year = Number(month.slice(0, 4));
  const from = Date.UTC(year, Number(month.slice(4)) - 1) - 1000;
  const to = Date.UTC(year, Number(month.slice(4)));
  const local = (at: number) => new Date(at).toISOString().slice(0, 19);
  return { after: local(from), before: local(to) };
}

/** One page of posts. Fetched before rendering, because rendering the previous rows, which stay in the meantime, takes longer than the request. */
export function usePosts(
  queries: QueryClient,
  type: ListedType,
  query: ListQuery,
  { perPage, own }: { readonly perPage: number; readonly own: ListExtension | undefined },
) {
  const { tab, search, orderby, order, page, filters } = query;
  const fields = [
    ...commonFields,
    ...type.taxonomies.map(({ restBase }) => restBase),
    ...(own?.restFields ?? []),
  ].join();
  const options = queryOptions({
    queryKey: ['posts', type.restBase, 'list', query, perPage],
    queryFn: async ({ signal }) => {
      const words = new URLSearchParams({
        // REST refuses a page that no longer exists; an offset past the end returns no rows, with the total.
        context: 'edit',
        status: tab.statuses,
        orderby: own?.orderOf(orderby) ?? orderby,
        order,
        offset: String((page - 1) * perPage),
        per_page: String(perPage),
        _fields: fields,
        _embed: 'author,wp:term',
        ...(search === '' ? {} : { search }),
        ...(await filterFields(queries, type, filters)),
      });
      for (const [name, value] of own?.sentFilters(filters) ?? []) words.append(name, value);
      return rest<readonly PostRow[]>(`/wp/v2/${type.restBase}?${words.toString()}`, { signal });
    },
  });
  usePrefetchQuery(options);
  return useQuery({ ...options, placeholderData: keepPreviousData });
}

/** Names of other users editing these posts, by post id. */
export function useLocks(posts: readonly PostRow[]): ReadonlyMap<number, string> {
  const ids = posts
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();
  const { data = [] } = useQuery({
    queryKey: ['locks', ids],
    enabled: ids !== '',
    refetchInterval: locksMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await rest<PostLocks>(`/broadsheet/v1/post-locks?include=${ids}`, { signal })).body,
  });
  return useMemo(
    () =>
      new Map(
        data
          .filter(({ mine }) => !mine)
          .map(({ post, holder }) => [post, holder.name || say('Another user')]),
      ),
    [data],
  );
}

/** Milliseconds between lock checks while the page is visible. */
const locksMs = 15_000;

/** Counts by status, and of the user's own posts. */
export function useCounts({ name, restBase }: ListedType) {
  return useQuery({
    queryKey: ['posts', restBase, 'counts'],
    queryFn: async ({ signal }) =>
      (await rest<PostCounts>(`/broadsheet/v1/post-counts?type=${encodeURIComponent(name)}`, { signal }))
        .body,
  });
}

/** Months (`202611`) from the newest post of a type to the oldest. */
export const monthsOf = ({ restBase }: ListedType) =>
  queryOptions({
    queryKey: ['posts', restBase, 'months'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const end = async (order: string) => {
        const query = `context=edit&status=${tabs[0].statuses}&orderby=date&order=${order}&per_page=1&_fields=date`;
        return (await rest<readonly Pick<EditedPost, 'date'>[]>(`/wp/v2/${restBase}?${query}`, { signal }))
          .body[0]?.date;
      };
      const [first, last] = await Promise.all([end('asc'), end('desc')]);
      if (first === undefined || last === undefined) return [];
      const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
      const months = Math.min(count(last) - count(first) + 1, 1200);
      return Array.from({ length: months }, (_, index) => {
        const month = count(last) - index;
        return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
      });
    },
  });

export const isMine = ({ filters, tab }: ListQuery): boolean =>
  tab.slug === '' && filters['author']?.join() === String(boot.user.id);

const allows = (post: PostRow, method: string) =>
  post['_links']?.self?.[0]?.targetHints?.allow?.includes(method) ?? false;
/** Permissions of the current user, from the reply's links. */
export const mayDelete = (post: PostRow): boolean => allows(post, 'DELETE');
export const mayEdit = (post: PostRow): boolean => allows(post, 'POST');

export function termsOf(post: PostRow, { restBase }: ListedTaxonomy): readonly number[] {
  const value = new Map<string, unknown>(Object.entries(post)).get(restBase);
  return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
}
