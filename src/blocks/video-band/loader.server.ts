import type { PostCard } from '../../content/posts/card.ts';
import { newestVideos } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface VideoBandData {
  readonly cards: readonly PostCard[];
}

export async function load({ limit }: Settings, context: LoadContext): Promise<VideoBandData> {
  const newest = newestVideos(context);
  const ids = await context.showOnce(async (shown) => (await newest).filter((id) => !shown.has(id)).slice(0, limit));
  return { cards: context.page.pageNumber > 1 ? [] : await context.cards(ids) };
}
