import { activeAt, bandOf, maxLeadPins, nextEnd } from '../modules/front/model.ts';
import {
  listFrontPosts,
  listBiggestCategories,
  listNewest,
  listNewestOfEach,
  listVideoIds,
} from '../modules/front/store.ts';
import type { FrontPost, AuthoredId } from '../modules/front/store.ts';
import type { CategoryLink } from '../modules/posts/model.ts';
import { termLink } from '../modules/cards/cards.ts';
import type { LoadContext } from './load-context.ts';
import { articleType, sectionTaxonomy } from '../modules/types/names.ts';

/** Bound of posts shown by blocks above: "No duplicates" lists request this many more than they show. */
export const spare = 60;
const maxCategories = 8;
const maxInBand = 12;

// Queries shared by several blocks of a front page, cached until a post is published or unpublished.

export function newestPosts(context: LoadContext): Promise<AuthoredId[]> {
  return context.cache('newest posts', (inner) => {
    inner.tag(`list:${articleType}`, 'secondary');
    return listNewest(inner.content.database.read, maxInBand + spare);
  });
}

interface TopPosts {
  /** Posts pinned to the lead, then sticky ones. */
  readonly lead: readonly FrontPost[];
  /** Listed posts that are pinned to bands. */
  readonly inBands: ReadonlySet<number>;
}

/** Posts at the top of the front page, and those that its bands open with. One query, until a pin ends. */
export function topPosts(context: LoadContext): Promise<TopPosts> {
  return context.cache('top posts', async (inner) => {
    for (const tag of ['front', `list:${articleType}`] as const) inner.tag(tag, 'primary');
    const { database, front } = inner.content;
    const { pins } = activeAt(await front.current(), inner.now);
    const end = nextEnd({ pins, breaking: null }, inner.now);
    if (end < Infinity) inner.expireIn(end - inner.now);
    const posts = await listFrontPosts(
      database.read,
      pins.map(({ postId }) => postId),
    );
    const pinById = new Map(pins.map((pin) => [pin.postId, pin]));
    const isInBand = (id: number) => (pinById.get(id)?.area ?? 'lead') !== 'lead';
    return {
      lead: posts
        .filter(({ id }) => !isInBand(id))
        .map((post) => ({ ...post, hasPicture: post.hasPicture || !!pinById.get(post.id)?.mediaId })),
      inBands: new Set(posts.map(({ id }) => id).filter(isInBand)),
    };
  });
}

/** Posts pinned to a category's band, which opens with them on the front page; none on other pages. */
export async function bandPins(categoryId: number | undefined, context: LoadContext): Promise<number[]> {
  const pins = categoryId === undefined ? [] : context.frontPins(bandOf(categoryId));
  if (pins.length === 0) return [];
  const { inBands } = await topPosts(context);
  return pins.filter((id) => inBands.has(id));
}

/** Further posts that may enter the lead package for their picture. */
const lookedAt = 5;

/**
 * Candidates for the front page's lead: pinned and sticky posts, then the newest. If none of the package has a picture,
 * the first of the next ones that has one takes the last place, so that the front page opens with a picture.
 */
export function leadCandidates(context: LoadContext): Promise<FrontPost[]> {
  return context.cache('lead candidates', async (inner) => {
    const [top, newest] = await Promise.all([topPosts(inner), newestPosts(inner)]);
    const known = new Set([...top.lead.map(({ id }) => id), ...top.inBands]);
    const all = [
      ...top.lead,
      ...newest
        .filter(({ id }) => !known.has(id))
        .map(({ id, hasPicture }) => ({ id, isPinned: false, hasPicture })),
    ];
    const first = all.findIndex(({ hasPicture }) => hasPicture);
    if (first >= maxLeadPins && first < maxLeadPins + lookedAt && !all[maxLeadPins - 1]?.isPinned)
      all.splice(maxLeadPins - 1, 0, ...all.splice(first, 1));
    return all;
  });
}

export function newestVideos(context: LoadContext): Promise<number[]> {
  return context.cache('newest videos', (inner) => {
    inner.tag(`list:${articleType}`, 'secondary');
    return listVideoIds(inner.content.database.read, maxInBand + spare);
  });
}

export interface RankedCategory {
  readonly id: number;
  readonly postIds: readonly number[];
}

/** Top-level categories by number of posts, largest first, without the default category. */
export function rankedCategories(context: LoadContext): Promise<RankedCategory[]> {
  return context.cache('ranked categories', async (inner) => {
    for (const tag of [`list:${articleType}`, `terms:${sectionTaxonomy}`] as const)
      inner.tag(tag, 'secondary');
    const { read } = inner.content.database;
    const { default_category: unchosen } = await inner.content.settings.current();
    const ids = await listBiggestCategories(read, { limit: maxCategories, except: [unchosen] });
    const posts = await listNewestOfEach(read, ids, maxInBand + spare);
    return ids.map((id) => ({ id, postIds: posts.get(id) ?? [] }));
  });
}

export async function findSections(
  ids: readonly number[],
  context: LoadContext,
): Promise<Map<number, CategoryLink>> {
  for (const id of ids) context.tag(`term:${id}`);
  const [terms, site] = await Promise.all([
    context.content.terms.withAncestors(ids),
    context.content.settings.current(),
  ]);
  return new Map(
    ids.flatMap((id) => {
      const term = terms.get(id);
      return term ? [[id, termLink(term, terms, site)] as const] : [];
    }),
  );
}

/** Milliseconds that lists ordered by view or comment counts are cached; not every change of a count is emitted. */
export const countsAge = 10 * 60_000;
