import { postsPerPage } from '../modules/settings/site-facts.ts';
import type { Content } from '../modules/content/content.ts';
import { listFrontIds } from '../modules/front/store.ts';
import { countListedPosts, listPostIds } from '../modules/posts/list.ts';
import type { PostListQuery } from '../modules/posts/list.ts';
import { listWindow, listPostsOfAny, mostCounted } from '../modules/posts/list-window.ts';
import type { SearchTerm } from '../modules/search/query.ts';
import { resultsPerPage } from '../modules/search/results.ts';
import type { Settings } from '../modules/settings/settings.ts';
import type { Tag } from '../modules/content/tags.ts';
import { articleType } from '../modules/types/names.ts';
import type { Reader } from '../kernel/db/open-database.ts';
import type { LoadContext, PageInfo, Several } from './load-context.ts';
import { conditionsOf, searchPage } from './search.server.ts';

/** One page of the listing that the page at hand is. */
export interface Listed {
  readonly ids: readonly number[];
  /** How many posts the whole listing has; undefined where no counter knows. */
  readonly total: number | undefined;
  /** Posts of a page. */
  readonly limit: number;
  /** Whether a page follows. */
  readonly hasNext: boolean;
  readonly terms?: readonly SearchTerm[];
}

/** Says that a block shows the listing that the page at hand is. */
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

/** What a list of several terms or people depends on. */
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

/** Which posts of the listing that a page is. */
interface ListedPart {
  readonly limit: number;
  readonly offset?: number;
  readonly excludeIds?: readonly number[];
}

/** Ids of posts of the listing that a page is; not of a search. */
export async function listOfPage(read: Reader, page: ListingPage, part: ListedPart): Promise<number[]> {
  return page.several
    ? (await listSeveral(read, page.several, page.postType, part)).ids
    : listPostIds(read, { ...listingOf(page), ...part });
}

/** How many posts the listing has that a page is; of several terms no more are listed than are looked through. */
export async function countOfPage(read: Reader, page: ListingPage): Promise<number> {
  return page.several
    ? (await listSeveral(read, page.several, page.postType, { limit: 1 })).total
    : countListedPosts(read, listingOf(page));
}

/** How many of the posts are in the listing that a page is. */
export async function countInListing(read: Reader, page: PageInfo, ids: readonly number[]): Promise<number> {
  const { kind, post, term, several, author, dates, format, postType } = page;
  // A front lists all articles, which is what its blocks show, and may have a page of its own.
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

/** At most `mostCounted` posts are listed, so that no page costs more than another: those behind them are in the lists of each. */
async function listSeveral(
  read: Reader,
  several: Several,
  postType: string | undefined,
  part: ListedPart,
): Promise<{ ids: number[]; total: number }> {
  if ((part.offset ?? 0) >= mostCounted) return { ids: [], total: 0 };
  const type = postType === undefined ? {} : { type: postType };
  const { groups, without, authorIds, withoutAuthorIds = [], between } = several;
  const [any = [], ...further] = groups;
  const isNarrow = authorIds !== undefined || withoutAuthorIds.length > 0 || between !== undefined;
  // Where nothing else is asked, entries of an index say all.
  if (further.length === 0 && any.length > 0 && without.length === 0 && !isNarrow)
    return listPostsOfAny(read, { ...type, ...part, termIds: any });
  const { ids, total } = await listWindow(read, {
    ...type,
    ...part,
    ...conditionsOf(several),
    order: 'newest',
  });
  return { ids, total: Math.min(mostCounted, total) };
}

type ListingPage = Pick<PageInfo, 'postType' | 'term' | 'several' | 'author' | 'dates' | 'format'>;

/** What the listing that a page is lists, where it is not that of several terms. */
function listingOf(page: ListingPage): Omit<PostListQuery, 'limit'> {
  return {
    type: page.postType,
    termId: page.term?.id,
    authorId: page.author?.id,
    between: page.dates,
    format: page.format,
  };
}

/** Posts on a page of a listing, as the site's settings say. */
export function listingLength(settings: Pick<Settings, 'posts_per_page'>): number {
  return Math.min(50, postsPerPage(settings));
}

/** The page of its listing that the page at hand is. `limit`: posts of a page; 0: as the site's settings say. */
export async function listPage(context: LoadContext, limit = 0): Promise<Listed> {
  const site = await context.content.settings.current();
  return context.page.search === undefined
    ? listArchive(context.content, context.page, limit || listingLength(site))
    : listSearch(context, limit || resultsPerPage(site));
}

async function listArchive({ database: { read } }: Content, page: PageInfo, limit: number): Promise<Listed> {
  if (page.several) {
    const found = await listSeveral(read, page.several, page.postType, {
      limit,
      offset: (page.pageNumber - 1) * limit,
    });
    return { ...found, limit, hasNext: page.pageNumber * limit < found.total };
  }
  // No counter knows the posts of a span of time: one more than is shown tells whether a page follows.
  const counted = page.dates === undefined && page.format === undefined;
  const firstFront = page.kind === 'home' && page.pageNumber === 1;
  const [ids, total, top] = await Promise.all([
    listOfPage(read, page, { limit: counted ? limit : limit + 1, offset: (page.pageNumber - 1) * limit }),
    counted ? countOfPage(read, page) : undefined,
    firstFront ? listFrontIds(read) : ([] as number[]),
  ]);
  const fitting = ids.slice(0, limit);
  return {
    // Pinned and sticky posts come on top of the first page's, as sticky ones do in WordPress, and once.
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
