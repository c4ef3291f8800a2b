import type { Content } from '../../content/content.ts';
import { listFrontIds } from '../../content/front/reader.ts';
import type { PermalinkStructure } from '../../content/permalinks.ts';
import type { PostCard } from '../../content/posts/card.ts';
import { countListedPosts, listPostIds } from '../../content/posts/list.ts';
import type { PostListQuery } from '../../content/posts/list.ts';
import { searchPosts } from '../../content/search/reader.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface ArchiveData {
  readonly cards: readonly PostCard[];
  readonly current: number;
  /** Undefined when the number of all is not known: then `hasNext` says whether a page follows. */
  readonly pages: number | undefined;
  readonly hasNext: boolean;
  readonly path: string;
  readonly structure: PermalinkStructure;
  /** What was searched for; undefined on other listings. */
  readonly search: string | undefined;
  /** Nothing matched as typed: these are found by similar titles. */
  readonly mistyped: boolean;
  /** The main heading of pages that have no other: the further ones of a front, and the page of posts. Empty on all others. */
  readonly heading: string;
  /** Posts that blocks above show: with none here, there may be some there. */
  readonly above: number;
}

/** One page of the listing that the page at hand is. */
interface Listed {
  readonly ids: readonly number[];
  readonly pages: number | undefined;
  readonly hasNext: boolean;
  readonly mistyped?: boolean;
  readonly above?: number;
}

export async function load(settings: Settings, context: LoadContext): Promise<ArchiveData> {
  let listed: Listed | undefined;
  // Asked before anything is waited for: blocks below leave out what this one shows.
  const chosen = context.showOnce(async (shown) => {
    listed = await list(settings, context, shown);
    return listed.ids;
  });
  const { page, content } = context;
  tagListing(context);
  const [ids, site] = [await chosen, await content.settings.current()];
  if (ids.length === 0 && page.pageNumber > 1) context.absent();
  return {
    cards: await context.cards(ids),
    current: page.pageNumber,
    pages: listed?.pages,
    hasNext: listed?.hasNext ?? false,
    path: page.path,
    structure: site.permalink_structure,
    search: page.search,
    mistyped: listed?.mistyped ?? false,
    heading: page.kind === 'home' && (page.pageNumber > 1 || page.post !== undefined) ? page.title : '',
    above: listed?.above ?? 0,
  };
}

function tagListing({ page, tag }: LoadContext): void {
  if (page.term) tag(`list:term:${page.term.id}`, 'primary');
  else if (page.author) tag(`list:author:${page.author.id}`, 'primary');
  else tag(`list:${page.postType ?? 'post'}`, 'primary');
  if (page.kind === 'home') tag('front', 'primary');
}

async function list({ once, least, limit: ownLimit }: Settings, { content, page }: LoadContext, shown: ReadonlySet<number>): Promise<Listed> {
  const { posts_per_page: perPage } = await content.settings.current();
  const limit = ownLimit || Math.min(50, perPage);
  if (page.search !== undefined) return listSearch(content, page, page.search, limit);
  return once ? listRest(content, page, limit, least, shown) : listArchive(content, page, limit);
}

function queryOf(page: PageInfo): Omit<PostListQuery, 'limit'> {
  return { type: page.postType, termId: page.term?.id, authorId: page.author?.id, between: page.dates };
}

async function listArchive({ database: { read } }: Content, page: PageInfo, limit: number): Promise<Listed> {
  const query = queryOf(page);
  // No counter knows the posts of a span of time: one more than is shown tells whether a page follows.
  const counted = page.dates === undefined;
  const firstFront = page.kind === 'home' && page.pageNumber === 1;
  const [ids, total, top] = await Promise.all([
    listPostIds(read, { ...query, limit: counted ? limit : limit + 1, offset: (page.pageNumber - 1) * limit }),
    counted ? countListedPosts(read, query) : undefined,
    firstFront ? listFrontIds(read) : ([] as number[]),
  ]);
  const fitting = ids.slice(0, limit);
  return {
    // Pinned and sticky posts come on top of the first page's, as sticky ones do in WordPress, and once.
    ids: top.length === 0 ? fitting : [...top, ...fitting.filter((id) => !top.includes(id))],
    pages: total === undefined ? undefined : Math.ceil(total / limit),
    hasNext: total === undefined ? ids.length > limit : page.pageNumber * limit < total,
  };
}

/**
 * The listing without what blocks above show on its first page. Those blocks choose the same on every page, so the pages that follow neither repeat nor skip a post.
 * The first page is made longer where needed: were it shorter than the others, the last page would lie beyond those that can be asked for.
 */
async function listRest({ database: { read } }: Content, page: PageInfo, limit: number, least: number, shown: ReadonlySet<number>): Promise<Listed> {
  const query = queryOf(page);
  const excludeIds = [...shown];
  const firstLength = Math.max(least, limit - shown.size);
  const offset = page.pageNumber === 1 ? 0 : firstLength + (page.pageNumber - 2) * limit;
  const wanted = page.pageNumber === 1 ? firstLength : limit;
  const [ids, total] = await Promise.all([listPostIds(read, { ...query, excludeIds, limit: wanted + 1, offset }), countListedPosts(read, query)]);
  const after = Math.max(0, total - shown.size - firstLength);
  return { ids: ids.slice(0, wanted), pages: 1 + Math.ceil(after / limit), hasNext: ids.length > wanted, above: shown.size };
}

async function listSearch(content: Content, page: PageInfo, query: string, limit: number): Promise<Listed> {
  if (query.trim() === '') return { ids: [], pages: 0, hasNext: false };
  const { ids, total, mistyped } = await searchPosts(content, { query, ...(page.postType === undefined ? {} : { types: [page.postType] }), limit, offset: (page.pageNumber - 1) * limit });
  return { ids, pages: Math.ceil(total / limit), hasNext: page.pageNumber * limit < total, mistyped };
}
