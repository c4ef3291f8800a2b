import { fromLocal, zoneOffset } from '../lib/dates.ts';
import { fieldOrder, listByFieldOrder } from '../modules/fields/list-by-field.ts';
import type { FieldDirection, FieldOrder } from '../modules/fields/list-by-field.ts';
import { postsPerPage, siteDates } from '../modules/settings/site-facts.ts';
import type { Content } from '../modules/content/content.ts';
import { activeAt, pinnedTo } from '../modules/front/model.ts';
import { listFrontPosts } from '../modules/front/store.ts';
import { countListedPosts, listPostIds } from '../modules/posts/list.ts';
import type { PostListQuery } from '../modules/posts/list.ts';
import { listWindow, listPostsOfAny, maxCounted } from '../modules/posts/list-window.ts';
import type { SearchTerm } from '../modules/search/query.ts';
import { resultsPerPage } from '../modules/search/results.ts';
import type { Settings } from '../modules/settings/settings.ts';
import type { Tag } from '../modules/content/tags.ts';
import { articleType } from '../modules/types/names.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import type { LoadContext, PageInfo, Several } from './load-context.ts';
import { conditionsOf, searchPage } from './search.server.ts';

export interface Listed {
  readonly ids: readonly number[];
  /** Posts of the whole listing; undefined if no counter has it. */
  readonly total: number | undefined;
  readonly limit: number;
  readonly hasNext: boolean;
  readonly terms?: readonly SearchTerm[];
}

export function tagListing(context: LoadContext): void {
  const { page } = context;
  if (page.search !== undefined) return; // the search tags itself
  if (page.term) context.tag(`list:term:${page.term.id}`, 'primary');
  else if (page.several)
    for (const tag of tagsOfSeveral(page.several, page.postType)) context.tag(tag, 'primary');
  else if (page.author) context.tag(`list:author:${page.author.id}`, 'primary');
  else context.tag(`list:${page.postType ?? articleType}`, 'primary');
  if (page.kind === 'home') context.tag('front', 'primary');
}

export function tagsOfSeveral(
  { groups, without, authorIds = [], withoutAuthorIds = [] }: Several,
  postType: string = articleType,
): Tag[] {
  const ofAll = groups.length + authorIds.length === 0;
  return [
    ...[...groups.flat(), ...without].map((id) => `list:term:${id}` as const),
    ...[...authorIds, ...withoutAuthorIds].map((id) => `list:author:${id}` as const),
    ...(ofAll ? [`list:${postType}` as const] : []),
  ];
}

interface ListedPart {
  readonly limit: number;
  readonly offset?: number;
  readonly excludeIds?: readonly number[];
}

export async function listOfPage(read: Reader, page: ListingPage, part: ListedPart): Promise<number[]> {
  return page.several
    ? (await listSeveral(read, page.several, page.postType, part)).ids
    : listPostIds(read, { ...listingOf(page), ...part });
}

/** Number of posts in a page's listing; for several terms, at most as many as are scanned. */
export async function countOfPage(read: Reader, page: ListingPage): Promise<number> {
  return page.several
    ? (await listSeveral(read, page.several, page.postType, { limit: 1 })).total
    : countListedPosts(read, listingOf(page));
}

export async function countInListing(read: Reader, page: PageInfo, ids: readonly number[]): Promise<number> {
  const { kind, post, term, several, author, dates, format, postType } = page;
  // A front page lists all articles, as its blocks do, and may be a page itself.
  if (kind === 'home') return ids.filter((id) => id !== post?.id).length;
  if (ids.length === 0 || format !== undefined) return 0;
  const conditions = several
    ? conditionsOf(several)
    : {
        termGroups: term ? [[term.id]] : [],
        authorIds: author && [author.id],
        between: dates,
      };
  const type = postType === undefined ? {} : { type: postType };
  return (await listWindow(read, { ...type, ...conditions, ids, order: 'newest', limit: 1 })).total;
}

/** Lists at most `maxCounted` posts, to bound the cost of a page; single-term lists contain the rest. */
async function listSeveral(
  read: Reader,
  several: Several,
  postType: string | undefined,
  part: ListedPart,
): Promise<{ ids: number[]; total: number }> {
  if ((part.offset ?? 0) >= maxCounted) return { ids: [], total: 0 };
  const type = postType === undefined ? {} : { type: postType };
  const { groups, without, authorIds, withoutAuthorIds = [], between } = several;
  const [any = [], ...further] = groups;
  const isNarrow = authorIds !== undefined || withoutAuthorIds.length > 0 || between !== undefined;
  // Without further conditions an index suffices.
  if (further.length === 0 && any.length > 0 && without.length === 0 && !isNarrow)
    return listPostsOfAny(read, { ...type, ...part, termIds: any });
  const { ids, total } = await listWindow(read, {
    ...type,
    ...part,
    ...conditionsOf(several),
    order: 'newest',
  });
  return { ids, total: Math.min(maxCounted, total) };
}

type ListingPage = Pick<PageInfo, 'postType' | 'term' | 'several' | 'author' | 'dates' | 'format'>;

/** The listing's query, except for several terms. */
function listingOf(page: ListingPage): Omit<PostListQuery, 'limit'> {
  return {
    type: page.postType,
    termId: page.term?.id,
    authorId: page.author?.id,
    between: page.dates,
    format: page.format,
  };
}

export function listingLength(settings: Pick<Settings, 'posts_per_page'>): number {
  return Math.min(50, postsPerPage(settings));
}

/** An order by a custom field, which lists of one type and of one term have. */
export interface ListingOrder {
  readonly field: string;
  readonly direction: FieldDirection;
}

/** The current page of the listing. `limit`: posts per page; 0: the site's setting. `order`: else by date. */
export async function listPage(context: LoadContext, limit = 0, order?: ListingOrder): Promise<Listed> {
  const site = await context.content.settings.current();
  const by = order && fieldOrderOf(context.page, order);
  if (by) return listByField(context, limit || listingLength(site), by);
  return context.page.search === undefined
    ? listArchive(context, limit || listingLength(site))
    : listSearch(context, limit || resultsPerPage(site));
}

const fieldOrderOf = (
  { kind, postType = articleType, several, author, dates, format, search }: PageInfo,
  { field, direction }: ListingOrder,
): FieldOrder | undefined =>
  kind === 'home' || [several, author, dates, format, search].some((one) => one !== undefined)
    ? undefined
    : fieldOrder(postType, field, direction);

const dayMs = 86_400_000;

async function listByField(context: LoadContext, limit: number, order: FieldOrder): Promise<Listed> {
  const { content, page, now } = context;
  const { read } = content.database;
  const { zone } = siteDates(await content.settings.current());
  const today = Math.floor((now + zoneOffset(now, zone)) / dayMs) * dayMs;
  if (order.direction === 'upcoming') context.expireIn(fromLocal(today + dayMs, zone) - now);
  const [ids, total] = await Promise.all([
    listByFieldOrder(read, {
      type: page.postType ?? articleType,
      order,
      today,
      termIds: page.term && [page.term.id],
      limit,
      offset: (page.pageNumber - 1) * limit,
    }),
    countOfPage(read, page),
  ]);
  return { ids, total, limit, hasNext: page.pageNumber * limit < total };
}

/** Posts pinned to the lead, then sticky ones. */
async function topIds(
  { database, front }: Pick<Content, 'database' | 'front'>,
  now: number,
): Promise<number[]> {
  const pinned = pinnedTo(activeAt(await front.current(), now), 'lead');
  return (await listFrontPosts(database.read, pinned)).map(({ id }) => id);
}

async function listArchive(
  { content: { database, front }, page, now }: Pick<LoadContext, 'content' | 'page' | 'now'>,
  limit: number,
): Promise<Listed> {
  const { read } = database;
  if (page.several) {
    const found = await listSeveral(read, page.several, page.postType, {
      limit,
      offset: (page.pageNumber - 1) * limit,
    });
    return { ...found, limit, hasNext: page.pageNumber * limit < found.total };
  }
  // Counters don't cover time spans and formats: one extra post shows whether a page follows.
  const counted = page.dates === undefined && page.format === undefined;
  const firstFront = page.kind === 'home' && page.pageNumber === 1;
  const [ids, total, top] = await Promise.all([
    listOfPage(read, page, { limit: counted ? limit : limit + 1, offset: (page.pageNumber - 1) * limit }),
    counted ? countOfPage(read, page) : undefined,
    firstFront ? topIds({ database, front }, now) : ([] as number[]),
  ]);
  const fitting = ids.slice(0, limit);
  return {
    // Pinned and sticky posts are added once, at the top of the first page, as sticky posts are in WordPress.
    ids: top.length === 0 ? fitting : [...top, ...fitting.filter((id) => !top.includes(id))],
    total,
    limit,
    hasNext: total === undefined ? ids.length > limit : page.pageNumber * limit < total,
  };
}

async function listSearch(context: LoadContext, limit: number): Promise<Listed> {
  const { ids, total, terms } = await searchPage(context);
  const from = (context.page.pageNumber - 1) * limit;
  return { ids: ids.slice(from, from + limit), total, limit, hasNext: from + limit < total, terms };
}
