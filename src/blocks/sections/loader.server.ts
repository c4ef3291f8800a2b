import type { CategoryLink, PostCard } from '../../modules/posts/model.ts';
import { pictureFirst } from '../../ui/picture.tsx';
import { bandOf } from '../../modules/front/model.ts';
import { bandPins, findSections, rankedCategories } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface SectionsData {
  readonly sections: readonly { readonly section: CategoryLink; readonly cards: readonly PostCard[] }[];
}

/** A picture, and at least one headline below it. */
const minPosts = 2;
const minSections = 2;

export async function load(
  { from, columns, limit }: Settings,
  context: LoadContext,
): Promise<SectionsData | undefined> {
  const ranked = rankedCategories(context);
  let chosen: { id: number; postIds: number[]; isPinned: boolean }[] = [];
  await context.showOnce(async (shown, _reserved, claimed) => {
    const taken = new Set(shown); // a post may be in several categories
    for (const { id, postIds } of (await ranked).slice(from - 1)) {
      const pinned = (await bandPins(id, context)).filter((postId) => claimed.has(postId));
      const left = [...pinned, ...postIds.filter((postId) => !taken.has(postId))].slice(0, limit);
      if (left.length < minPosts || chosen.length === columns) continue;
      for (const postId of left) taken.add(postId);
      chosen.push({ id, postIds: left, isPinned: pinned.length > 0 });
    }
    if (chosen.length < minSections) chosen = [];
    return chosen.flatMap(({ postIds }) => postIds);
  });
  for (const { id, postIds } of chosen) context.noteArea(bandOf(id), postIds, limit);
  if (context.page.pageNumber > 1) return undefined;
  const [cards, links] = await Promise.all([
    context.cards(chosen.flatMap(({ postIds }) => postIds)),
    findSections(
      chosen.map(({ id }) => id),
      context,
    ),
  ]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const sections = chosen.flatMap(({ id, postIds, isPinned }) => {
    const section = links.get(id);
    const shown = postIds.flatMap((postId) => byId.get(postId) ?? []);
    return section ? [{ section, cards: isPinned ? shown : pictureFirst(shown) }] : [];
  });
  return sections.length === 0 ? undefined : { sections };
}
