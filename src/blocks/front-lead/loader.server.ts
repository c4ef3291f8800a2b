import { mostPins } from '../../content/front/reader.ts';
import type { PostCard } from '../../content/posts/card.ts';
import { leadCandidates } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';

export interface FrontLeadData {
  /** The big one, two middling ones, up to four headlines. Further pages go on after these. */
  readonly cards: readonly [PostCard, ...PostCard[]];
}

export async function load(_settings: unknown, context: LoadContext): Promise<FrontLeadData | undefined> {
  const candidates = leadCandidates(context);
  const ids = await context.showOnce(async (shown) => (await candidates).filter((id) => !shown.has(id)).slice(0, mostPins));
  const [lead, ...others] = context.page.pageNumber > 1 ? [] : await context.cards(ids);
  return lead && { cards: [lead, ...others] };
}
