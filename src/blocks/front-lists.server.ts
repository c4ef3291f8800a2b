import {
  listFrontPosts,
  mostPins,
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

/** Posts that blocks above may show already, at most: lists that leave them out ask for as many more than they show. */
export const spare = 60;
/** Categories that bands are made for, at most. */
const mostCategories = 8;
/** Posts that a band shows, at most. */
const mostInBand = 12;

// What several blocks of a front ask, each read once for all of them and kept until a post is published or taken back.

/** The newest posts. */
export function newestPosts(context: LoadContext): Promise<AuthoredId[]> {
  return context.keep('newest posts', (inner) => {
    inner.tag(`list:${articleType}`, 'secondary');
    return listNewest(inner.content.database.read, mostInBand + spare);
  });
}

/** Posts that stand on top of the front page: pinned ones, then sticky ones. */
export function topPosts(context: LoadContext): Promise<FrontPost[]> {
  return context.keep('top posts', (inner) => {
    for (const tag of ['front', `list:${articleType}`] as const) inner.tag(tag, 'primary');
    return listFrontPosts(inner.content.database.read);
  });
}

/** Posts behind those of the lead package that may come into it for their picture. */
const lookedAt = 5;

/**
 * What the lead of the front page shows, as long as no block above it takes anything from it: pinned and sticky posts, then the newest. Where none of the
 * package has a picture, and one of the next has, that takes the last place: a front opens with a picture if it can.
 */
export function leadCandidates(context: LoadContext): Promise<FrontPost[]> {
  return context.keep('lead candidates', async (inner) => {
    const [top, newest] = await Promise.all([topPosts(inner), newestPosts(inner)]);
    const known = new Set(top.map(({ id }) => id));
    const all = [
      ...top,
      ...newest
        .filter(({ id }) => !known.has(id))
        .map(({ id, hasPicture }) => ({ id, isPinned: false, hasPicture })),
    ];
    const first = all.findIndex(({ hasPicture }) => hasPicture);
    if (first >= mostPins && first < mostPins + lookedAt && !all[mostPins - 1]?.isPinned)
      all.splice(mostPins - 1, 0, ...all.splice(first, 1));
    return all;
  });
}

export function newestVideos(context: LoadContext): Promise<number[]> {
  return context.keep('newest videos', (inner) => {
    inner.tag(`list:${articleType}`, 'secondary');
    return listVideoIds(inner.content.database.read, mostInBand + spare);
  });
}

/** A top category and its newest posts. */
export interface RankedCategory {
  readonly id: number;
  readonly postIds: readonly number[];
}

/** The top categories, the one with the most posts first; not the one that posts are in when nobody chose one. */
export function rankedCategories(context: LoadContext): Promise<RankedCategory[]> {
  return context.keep('ranked categories', async (inner) => {
    for (const tag of [`list:${articleType}`, `terms:${sectionTaxonomy}`] as const)
      inner.tag(tag, 'secondary');
    const { read } = inner.content.database;
    const { default_category: unchosen } = await inner.content.settings.current();
    const ids = await listBiggestCategories(read, { limit: mostCategories, except: [unchosen] });
    const posts = await listNewestOfEach(read, ids, mostInBand + spare);
    return ids.map((id) => ({ id, postIds: posts.get(id) ?? [] }));
  });
}

/** Categories as links, by id; tags them. */
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

/** How long lists stand that are ordered by counts of readers or comments, in milliseconds: these tell no list of each change. */
export const countsAge = 10 * 60_000;
