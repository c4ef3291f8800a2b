import { detailKeys } from '../../modules/posts/model.ts';
import type { PostCard } from '../../modules/posts/model.ts';
import { findPostMeta } from '../../modules/posts/reader.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { videoAt, watchAddress } from '../../lib/video.ts';
import type { PlayMark } from '../../ui/card.tsx';
import { pictureFirst } from '../../ui/picture.tsx';
import { newestVideos } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface VideoBandData {
  readonly cards: readonly [PostCard, ...PostCard[]];
  /** Videos that open over the page, by post id. */
  readonly plays: ReadonlyMap<number, PlayMark>;
}

export async function load(
  { limit, popup }: Settings,
  context: LoadContext,
): Promise<VideoBandData | undefined> {
  const newest = newestVideos(context);
  const ids = await context.showOnce(async (shown) =>
    (await newest).filter((id) => !shown.has(id)).slice(0, limit),
  );
  const [lead, ...others] = context.page.pageNumber > 1 ? [] : pictureFirst(await context.cards(ids));
  if (!lead) return undefined;
  const cards = [lead, ...others] as const;
  return { cards, plays: popup ? await findPlays(cards, context) : new Map() };
}

async function findPlays(
  cards: readonly PostCard[],
  { content }: LoadContext,
): Promise<Map<number, PlayMark>> {
  const [meta, settings] = await Promise.all([
    findPostMeta(
      content.database.read,
      cards.map(({ id }) => id),
      [detailKeys.featuredVideo],
    ),
    content.settings.current(),
  ]);
  const plays = new Map<number, PlayMark>();
  for (const { id, title } of cards) {
    const video = videoAt(meta.get(id)?.get(detailKeys.featuredVideo)?.[0] ?? '');
    if (video)
      plays.set(id, {
        url: watchAddress(video),
        label: readerText(settings, 'video_play').replace('%s', () => title),
      });
  }
  return plays;
}
