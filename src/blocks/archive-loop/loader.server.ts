import type { Content } from '../../content/content.ts';
import type { PostCard } from '../../content/posts/card.ts';
import type { PermalinkStructure } from '../../content/permalinks.ts';
import { countListedPosts, listPostIds, listStickyIds } from '../../content/posts/list.ts';
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
}

/** One page of the listing that the page at hand is. */
interface Listed {
  readonly ids: readonly number[];
  /** Number of all, where a counter has it. */
  readonly total: number | undefined;
  readonly hasNext: boolean;
  readonly mistyped?: boolean;
}

export async function load(settings: Settings, context: LoadContext): Promise<ArchiveData> {
  const { content, page } = context;
  const site = await content.settings.current();
  const limit = settings.limit || Math.min(50, site.posts_per_page);
  tagListing(context);
  const listed = page.search === undefined ? await listArchive(content, page, limit) : await listSearch(content, page, page.search, limit);
  return {
    cards: await context.cards(listed.ids),
    current: page.pageNumber,
    pages: listed.total === undefined ? undefined : Math.ceil(listed.total / limit),
    hasNext: listed.hasNext,
    path: page.path,
    structure: site.permalink_structure,
    search: page.search,
    mistyped: listed.mistyped ?? false,
  };
}

function tagListing({ page, tag }: LoadContext): void {
  if (page.term) tag(`list:term:${page.term.id}`, 'primary');
  else if (page.author) tag(`list:author:${page.author.id}`, 'primary');
  else tag('list:post', 'primary');
}

async function listArchive({ database: { read } }: Content, page: PageInfo, limit: number): Promise<Listed> {
  const type = page.kind === 'woo_archive' || page.kind === 'woo_shop_base' ? 'product' : 'post';
  const query = { type, termId: page.term?.id, authorId: page.author?.id, between: page.dates };
  // No counter knows the posts of a span of time: one more than is shown tells whether a page follows.
  const counted = page.dates === undefined;
  const firstFront = page.kind === 'home' && page.pageNumber === 1;
  const [ids, total, sticky] = await Promise.all([
    listPostIds(read, { ...query, limit: counted ? limit : limit + 1, offset: (page.pageNumber - 1) * limit }),
    counted ? countListedPosts(read, query) : undefined,
    firstFront ? listStickyIds(read) : ([] as number[]),
  ]);
  const shown = ids.slice(0, limit);
  return {
    // Sticky posts come on top of the first page's, as in WordPress, and once.
    ids: sticky.length === 0 ? shown : [...sticky, ...shown.filter((id) => !sticky.includes(id))],
    total,
    hasNext: total === undefined ? ids.length > limit : page.pageNumber * limit < total,
  };
}

async function listSearch(content: Content, page: PageInfo, query: string, limit: number): Promise<Listed> {
  if (query.trim() === '') return { ids: [], total: 0, hasNext: false };
  const { ids, total, mistyped } = await searchPosts(content, { query, limit, offset: (page.pageNumber - 1) * limit });
  return { ids, total, hasNext: page.pageNumber * limit < total, mistyped };
}
