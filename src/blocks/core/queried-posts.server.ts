import { postsPerPage } from '../../modules/settings/site-facts.ts';
import { countsAge } from '../front-lists.server.ts';
import type { FilteredQuery, PostFilter } from '../../modules/posts/post-filter.ts';
import { listRandomIds } from '../../modules/posts/list-window.ts';
import { listStickyIds } from '../../modules/posts/list.ts';
import { partPath, permalinks } from '../../modules/types/permalinks.ts';
import { maxRanked } from '../../modules/search/search-index.ts';
import { articleType, fileType } from '../../modules/types/names.ts';
import { queryPageName } from '../../lib/pagination.ts';
import { withQuery } from '../../lib/urls.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { countOfPage, listPage, tagListing } from '../page-listing.server.ts';
import type { Listed } from '../page-listing.server.ts';
import { deepestPost } from '../post-list/query.server.ts';
import { readQuery } from './query-attributes.server.ts';
import type { ListedBy } from './query-attributes.server.ts';

/** Milliseconds that a random order is retained, so that its pages neither repeat nor skip a post. */
const randomAge = 10 * 60_000;
/** Sticky posts that lists consider. */
const maxSticky = 100;

interface Place {
  readonly by: ListedBy;
  /** 1 is the first. */
  readonly page: number;
  readonly perPage: number;
  readonly excludeIds: readonly number[];
  readonly parameter: string;
}

async function placeOf(context: LoadContext): Promise<Place> {
  const { query } = context.inherited;
  const by = readQuery(query?.given ?? noQuery);
  const parameter = queryPageName(query?.id);
  const shown = shownPost(context.page);
  const site = await context.content.settings.current();
  return {
    by,
    parameter,
    page: by.inherit ? context.page.pageNumber : context.turnedPage(parameter),
    perPage: by.perPage || Math.min(100, postsPerPage(site)),
    excludeIds: by.excludeCurrent && shown !== undefined ? [...by.excludeIds, shown] : by.excludeIds,
  };
}

const noQuery = {};

/** The page's single post, which is all that an inheriting list shows. */
function shownPost({ kind, post }: PageInfo): number | undefined {
  return kind === 'home' ? undefined : post?.id;
}

/** Post ids on the current page of the outer list, without those that visitors can't see; cached for all parts of the list. */
export async function queriedPosts(context: LoadContext): Promise<readonly number[]> {
  const place = await placeOf(context);
  const { by, page, perPage, excludeIds } = place;
  if (by.inherit) {
    const shown = shownPost(context.page);
    if (shown !== undefined) return [shown];
    return context.page.kind === '404' ? [] : (await pageListing(context)).ids;
  }
  const offset = by.offset + (page - 1) * perPage;
  if (offset > deepestPost || by.type === fileType) return [];
  const draw = by.order === 'random' ? Math.floor(context.now / randomAge) : 0;
  return context.cache(
    `queried ${JSON.stringify({ ...by, perPage, excludeIds, offset, page, draw })}`,
    async (inner) => {
      if (by.order === 'random') inner.expireIn(randomAge - (inner.now % randomAge));
      const filter = await filterOf(by, excludeIds, inner);
      const { read } = inner.content.database;
      const window = { limit: perPage, offset };
      if (by.order === 'random' && Object.keys(narrowing(filter)).length === 0) {
        return listRandomIds(read, {
          type: by.type,
          seed: draw,
          excludeIds: filter.excludeIds ?? [],
          ...window,
        });
      }
      const order: FilteredQuery['order'] =
        by.order === 'random'
          ? { seed: draw }
          : by.order === 'given' && !filter.ids
            ? 'published_at'
            : by.order;
      const [ids, top] = await Promise.all([
        inner.together.listed({ ...filter, order, descending: by.descending, ...window }),
        page === 1 ? stickyOnTop(by, filter, inner) : ([] as number[]),
      ]);
      return top.length === 0 ? ids : [...top, ...ids.filter((id) => !top.includes(id))];
    },
  );
}

export interface QueriedSize {
  /** Posts, at most ten thousand. */
  readonly total: number;
  readonly perPage: number;
  /** 1 is the first. */
  readonly page: number;
  readonly pages: number;
}

/** The size of the outer list; only counted if one of its parts needs it. */
export async function queriedSize(context: LoadContext): Promise<QueriedSize> {
  const { by, page, perPage: ownPerPage, excludeIds } = await placeOf(context);
  const { total, perPage } = by.inherit
    ? await inheritedSize(context)
    : {
        perPage: ownPerPage,
        total:
          by.type === fileType
            ? 0
            : await context.cache(`queried size ${JSON.stringify({ ...by, excludeIds })}`, async (inner) =>
                countAll(await filterOf(by, excludeIds, inner), by.offset, inner),
              ),
      };
  const pages = Math.ceil(total / perPage);
  return { total, perPage, page, pages: by.pages === 0 ? pages : Math.min(by.pages, pages) };
}

/** Counts without exclusions, as the counters do, and subtracts the excluded posts. */
async function countAll(
  { excludeIds = [], ...filter }: PostFilter,
  offset: number,
  { together: { counted } }: LoadContext,
): Promise<number> {
  const ids = filter.ids ? excludeIds.filter((id) => filter.ids?.includes(id)) : excludeIds;
  const [all, without] = await Promise.all([
    counted(filter),
    ids.length === 0 ? 0 : counted({ ...filter, ids: [...new Set(ids)] }),
  ]);
  return Math.max(0, Math.min(deepestPost, all - without) - offset);
}

/** The page's listing; cached for all parts of the list. */
function pageListing(context: LoadContext): Promise<Listed> {
  return context.cache('listing of the page', async (inner) => {
    tagListing(inner);
    const listed = await listPage(inner);
    if (listed.ids.length === 0 && inner.page.pageNumber > 1) inner.absent();
    if (listed.ids.length > 0 && listed.hasNext) inner.goesOn();
    return listed;
  });
}

async function inheritedSize(context: LoadContext): Promise<{ total: number; perPage: number }> {
  const { page } = context;
  if (shownPost(page) !== undefined) return { total: 1, perPage: 1 };
  if (page.kind === '404') return { total: 0, perPage: 1 };
  const { total, limit } = await pageListing(context);
  if (total !== undefined) return { total, perPage: limit };
  const { postType, dates, format } = page;
  const counted = await context.cache(`count ${JSON.stringify({ postType, dates, format })}`, (inner) => {
    inner.tag(`list:${postType ?? articleType}`, 'secondary');
    return countOfPage(inner.content.database.read, page);
  });
  return { total: counted, perPage: limit };
}

/** The filter of `listFilteredIds` for a list; tags its dependencies. */
async function filterOf(
  by: ListedBy,
  excludeIds: readonly number[],
  context: LoadContext,
): Promise<PostFilter> {
  tagList(by, context);
  const found =
    by.search === ''
      ? undefined
      : await context.search({ query: by.search, types: [by.type], limit: maxRanked });
  const without =
    by.sticky === 'exclude' && by.type === articleType
      ? [...excludeIds, ...(await stickyIds(context))]
      : excludeIds;
  return {
    type: by.type,
    ...(found && { ids: found.ids }),
    ...(without.length > 0 && { excludeIds: without }),
    ...(by.authorIds.length > 0 && { authorIds: by.authorIds }),
    ...(by.parentIds.length > 0 && { parentIds: by.parentIds }),
    ...(by.sticky === 'only' && { sticky: true }),
    ...(by.formats.length > 0 && { formats: by.formats }),
    ...(by.termGroups.length > 0 && { termGroups: by.termGroups }),
    ...(by.excludeTermIds.length > 0 && { excludeTermIds: by.excludeTermIds }),
  };
}

function narrowing({
  type: _type,
  excludeIds: _excludeIds,
  ...filter
}: PostFilter): Omit<PostFilter, 'type' | 'excludeIds'> {
  return filter;
}

function tagList(
  { termGroups, authorIds, type, sticky, order, search }: ListedBy,
  context: LoadContext,
): void {
  if (order === 'comment_count') context.expireIn(countsAge);
  if (search !== '') context.tag('excerpts', 'secondary'); // the index includes patterns' text
  for (const id of termGroups.flat()) context.tag(`list:term:${id}`, 'secondary');
  for (const id of authorIds) context.tag(`list:author:${id}`, 'secondary');
  if ((termGroups.length === 0 && authorIds.length === 0) || sticky === 'exclude')
    context.tag(`list:${type}`, 'secondary');
}

function stickyIds(context: LoadContext): Promise<readonly number[]> {
  return context.cache('sticky posts', (inner) => {
    inner.tag(`list:${articleType}`, 'secondary');
    return listStickyIds(inner.content.database.read, maxSticky);
  });
}

/** Sticky posts come first in lists of all articles, in any order, as in WordPress. */
async function stickyOnTop(
  by: ListedBy,
  filter: PostFilter,
  context: LoadContext,
): Promise<readonly number[]> {
  if (by.sticky !== '' || by.type !== articleType || Object.keys(narrowing(filter)).length > 0) return [];
  const left = new Set(filter.excludeIds);
  return (await stickyIds(context)).filter((id) => !left.has(id));
}

/** URLs of the outer list's pages; other lists of the page keep theirs. */
export async function queriedPageUrl(context: LoadContext): Promise<(page: number) => string> {
  const { by, parameter } = await placeOf(context);
  const { path, parts, pageNumber, queryPages = [] } = context.page;
  const { paged } = permalinks((await context.content.settings.current()).permalink_structure);
  const here = parts
    ? partPath(path, pageNumber)
    : shownPost(context.page) === undefined
      ? paged(path, pageNumber)
      : path;
  return (page) => {
    const turned = new Map(queryPages);
    if (!by.inherit && page > 1) turned.set(parameter, page);
    else if (!by.inherit) turned.delete(parameter);
    const query = new URLSearchParams([...turned].map(([name, value]) => [name, String(value)])).toString();
    return withQuery(by.inherit ? paged(path, page) : here, query);
  };
}
