import { maxLeadPins } from '../../modules/front/model.ts';
import type { PostCard } from '../../modules/posts/model.ts';
import { leadCandidates } from '../front-lists.server.ts';
import { hasLeadPicture } from '../../ui/picture.tsx';
import type { LoadContext } from '../load-context.ts';

export interface FrontLeadData {
  /** The lead, two medium cards, up to four headlines. Further pages continue after these. */
  readonly cards: readonly [PostCard, ...PostCard[]];
}

export async function load(_settings: unknown, context: LoadContext): Promise<FrontLeadData | undefined> {
  const candidates = leadCandidates(context);
  let pinned: ReadonlySet<number> = new Set();
  const ids = await context.showOnce(async (shown) => {
    const left = (await candidates).filter(({ id }) => !shown.has(id)).slice(0, maxLeadPins);
    pinned = new Set(left.filter(({ isPinned }) => isPinned).map(({ id }) => id));
    return left.map(({ id }) => id);
  });
  context.noteArea('lead', ids, maxLeadPins);
  const cards = context.page.pageNumber > 1 ? [] : await context.cards(ids);
  const [lead, ...others] = cards.some(({ id }) => pinned.has(id)) ? cards : pictureFirst(cards);
  return lead && { cards: [lead, ...others] };
}

/** Pinned posts keep their order. Otherwise the first post with a large picture leads, and the next two with a picture appear next to it. */
function pictureFirst(cards: readonly PostCard[]): readonly PostCard[] {
  const pictured = cards.filter(({ picture }) => picture !== undefined);
  const lead = pictured.find(hasLeadPicture);
  const places = (lead ? [lead, ...pictured.filter((card) => card !== lead)] : pictured).slice(0, 3);
  return [...places, ...cards.filter((card) => !places.includes(card))];
}
