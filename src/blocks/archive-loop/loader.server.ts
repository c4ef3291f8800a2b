import type { Content } from '../../modules/content/content.ts';
import type { PermalinkStructure } from '../../modules/types/permalinks.ts';
import type { CardLink, PostCard } from '../../modules/posts/model.ts';
import { findHits } from '../../modules/search/query.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { findPassages, maxPassageLength, passageOf } from '../../modules/search/results.ts';
import type { SearchTerm } from '../../modules/search/query.ts';
import { cutText, endOfRoom } from '../../lib/cut-text.ts';
import type { LoadContext, PageInfo } from '../load-context.ts';
import { newestPosts } from '../front-lists.server.ts';
import {
  countInListing,
  countOfPage,
  listingLength,
  listOfPage,
  listPage,
  tagListing,
} from '../page-listing.server.ts';
import type { ListingOrder } from '../page-listing.server.ts';
import { shownPrices } from '../product-prices.server.ts';
import type { ShownPrice } from '../product-prices.server.ts';
import { shownFields } from '../field-values.server.ts';
import type { ShownField } from '../field-values.server.ts';
import type { Listed } from '../page-listing.server.ts';
import { largestSections } from '../search.server.ts';
import type { Settings } from './block.ts';

export interface ArchiveData {
  readonly cards: readonly PostCard[];
  readonly current: number;
  /** Undefined if no counter has the total; `hasNext` then shows whether a page follows. */
  readonly pages: number | undefined;
  readonly hasNext: boolean;
  readonly path: string;
  readonly structure: PermalinkStructure;
  /** The query; undefined on other listings. */
  readonly search: string | undefined;
  readonly terms: readonly SearchTerm[] | undefined;
  /** Sections suggested when a search finds nothing. */
  readonly sections: readonly CardLink[];
  /** The page's main heading where no other block has one: further front pages and the posts page. Empty on all others. */
  readonly heading: string;
  /** Number of posts in blocks above; an empty list is then no empty site. */
  readonly above: number;
  /** The author of the archive, whom bylines may omit. */
  readonly by?: number | undefined;
  /** Date archives: a year is grouped by month, a month or a week by day. */
  readonly groups?: 'month' | 'day' | undefined;
  /** Values of custom fields by post, in place of author and date; undefined: cards show those. */
  readonly facts?: ReadonlyMap<number, readonly ShownField[]> | undefined;
  /** Prices of products by post, in place of author and date; undefined: cards show those. */
  readonly prices?: ReadonlyMap<number, ShownPrice> | undefined;
  /** The newest posts and their title, when a search finds nothing; not in lists next to it. */
  readonly offered?: { readonly title: string; readonly cards: readonly PostCard[] } | undefined;
}

const maxOffered = 3;

interface Shown extends Pick<Listed, 'ids' | 'hasNext' | 'terms'> {
  readonly pages: number | undefined;
  readonly above?: number;
}

export async function load(settings: Settings, context: LoadContext): Promise<ArchiveData | undefined> {
  let listed: Shown | undefined;
  // Called before the first `await`, so that blocks below leave out these posts.
  let offeredIds: readonly number[] = [];
  const chosen = context.showOnce(async (taken, _reserved, claimed) => {
    // It is last, so it lists posts that are pinned to bands which the page lacks.
    const shown = claimed.size === 0 ? taken : new Set([...taken].filter((id) => !claimed.has(id)));
    listed = await list(settings, context, shown);
    if (listed.ids.length === 0 && context.page.search !== undefined && context.page.pageNumber === 1) {
      offeredIds = (await newestPosts(context)).slice(0, maxOffered).map(({ id }) => id);
    }
    return [...listed.ids, ...offeredIds];
  });
  const { page, content } = context;
  tagListing(context);
  const [shownIds, site] = [await chosen, await content.settings.current()];
  const ids = offeredIds.length > 0 ? [] : shownIds;
  if (ids.length === 0 && page.pageNumber > 1) context.absent();
  const cards = await withPassages(await context.cards(ids), listed?.terms, context);
  if (cards.length === 0 && listed?.above) return undefined;
  const names = settings.card_fields.split(',').flatMap((name) => name.trim() || []);
  if (cards.length > 0 && listed?.hasNext) context.goesOn();
  return {
    cards,
    current: page.pageNumber,
    pages: listed?.pages,
    hasNext: listed?.hasNext ?? false,
    path: page.path,
    structure: site.permalink_structure,
    search: page.search,
    terms: listed?.terms,
    sections: page.search !== undefined && ids.length === 0 ? await largestSections(context) : [],
    heading: page.kind === 'home' && (page.pageNumber > 1 || page.post !== undefined) ? page.title : '',
    above: listed?.above ?? 0,
    by: page.author?.id,
    groups: page.dates && groupsOf(page.dates),
    facts: names.length === 0 ? undefined : await factsOf(cards, names, context),
    prices: settings.show_price
      ? await shownPrices(
          cards.map(({ id }) => id),
          context,
        )
      : undefined,
    offered:
      offeredIds.length > 0
        ? { title: readerText(site, 'more_articles'), cards: await context.cards(offeredIds) }
        : undefined,
  };
}

/** The fields of each card that have a value; all cards at once, so that they share queries. */
async function factsOf(
  cards: readonly PostCard[],
  names: readonly string[],
  context: LoadContext,
): Promise<ReadonlyMap<number, readonly ShownField[]>> {
  return new Map(
    await Promise.all(
      cards.map(
        async ({ id }) => [id, await shownFields(id, names.slice(0, maxCardFields), context)] as const,
      ),
    ),
  );
}

const maxCardFields = 10;
const dayLength = 86_400_000;

function groupsOf({ from, to }: NonNullable<PageInfo['dates']>): ArchiveData['groups'] {
  const days = (to - from) / dayLength;
  return days > 40 ? 'month' : days > 2 ? 'day' : undefined;
}

async function list(
  { once, least, limit: ownLimit, order_field: field, order_direction: direction }: Settings,
  context: LoadContext,
  shown: ReadonlySet<number>,
): Promise<Shown> {
  const { content, page } = context;
  if (once && page.search === undefined) {
    const site = await content.settings.current();
    return listRest(content, page, ownLimit || listingLength(site), least, shown);
  }
  const order: ListingOrder | undefined = field === '' ? undefined : { field, direction };
  const { total, limit, ...listed } = await listPage(context, ownLimit, order);
  return { ...listed, pages: total === undefined ? undefined : Math.ceil(total / limit) };
}

/**
 * The listing without posts of blocks above, which are the same on every page, so pages neither repeat nor skip a post.
 * Fills up a shorter first page; otherwise the last page would lie beyond the pages that can be requested.
 */
async function listRest(
  { database: { read } }: Content,
  page: PageInfo,
  limit: number,
  least: number,
  shown: ReadonlySet<number>,
): Promise<Shown> {
  const excludeIds = [...shown];
  const above = await countInListing(read, page, excludeIds);
  const firstLength = Math.max(least, limit - above);
  const offset = page.pageNumber === 1 ? 0 : firstLength + (page.pageNumber - 2) * limit;
  const wanted = page.pageNumber === 1 ? firstLength : limit;
  const [ids, total] = await Promise.all([
    listOfPage(read, page, { excludeIds, limit: wanted + 1, offset }),
    countOfPage(read, page),
  ]);
  const after = Math.max(0, total - above - firstLength);
  const pages = 1 + Math.ceil(after / limit);
  const hasNext = ids.length > wanted;
  return {
    ids: ids.slice(0, wanted),
    // Counters may lag behind the list, which knows for certain whether a next page exists.
    pages: hasNext ? Math.max(pages, page.pageNumber + 1) : Math.min(pages, page.pageNumber),
    hasNext,
    above: shown.size,
  };
}

/** Replaces excerpts by the passage with the search terms; if title and excerpt lack one, by the passage of the text that has it. */
async function withPassages(
  cards: readonly PostCard[],
  terms: readonly SearchTerm[] | undefined,
  { content }: LoadContext,
): Promise<readonly PostCard[]> {
  if (!terms || terms.length === 0) return cards;
  const each = terms.map((term) => [term]);
  const lacks = ({ title, excerpt }: PostCard) =>
    !each.every((term) => findHits(`${title} ${excerpt}`, term).next().value);
  const passages = await findPassages(
    content.database.read,
    cards.filter(lacks).map(({ id }) => id),
    terms,
  );
  const fitting = (text: string) =>
    endOfRoom(text, maxPassageLength) === text.length
      ? text
      : (passageOf(text, terms) ?? cutText(text, maxPassageLength));
  return cards.map((card) => ({ ...card, excerpt: passages.get(card.id) ?? fitting(card.excerpt) }));
}
