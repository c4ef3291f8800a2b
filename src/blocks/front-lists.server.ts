import {
  listFrontPosts,
  maxPins,
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

/** Pinned posts, then sticky ones. */
export function topPosts(context: LoadContext): Promise<FrontPost[]> {
  return context.cache('top posts', (inner) => {
    for (const tag of ['front', `list:${articleType}`] as const) inner.tag(tag, 'primary');
    return listFrontPosts(inner.content.database.read);
  });
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
    const known = new Set(top.map(({ id }) => id));
    const all = [
      ...top,
      ...newest
        .filter(({ id }) => !known.has(id))
        .map(({ id, hasPicture }) => ({ id, isPinned: false, hasPicture })),
    ];
    const first = all.findIndex(({ hasPicture }) => hasPicture);
    if (first >= maxPins && first < maxPins + lookedAt && !all[maxPins - 1]?.isPinned)
      all.splice(maxPins - 1, 0, ...all.splice(first, 1));
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
