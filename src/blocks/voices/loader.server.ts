import type { AuthorLink, PostCard } from '../../modules/posts/model.ts';
import { findPortraits } from '../../modules/portraits/portraits.ts';
import { newestPosts } from '../front-lists.server.ts';
import type { LoadContext } from '../load-context.ts';
import type { Settings } from './block.ts';

export interface Voice {
  readonly author: AuthorLink;
  readonly portrait: string | undefined;
  readonly card: PostCard;
}

export interface VoicesData {
  readonly voices: readonly Voice[];
}

const minVoices = 2;

export async function load({ limit }: Settings, context: LoadContext): Promise<VoicesData | undefined> {
  const newest = newestPosts(context);
  const ids = await context.showOnce(async (shown) => {
    const byAuthor = new Map<number, number>();
    for (const { id, authorId } of await newest)
      if (authorId > 0 && !shown.has(id) && !byAuthor.has(authorId)) byAuthor.set(authorId, id);
    const chosen = [...byAuthor.values()].slice(0, limit);
    return chosen.length < minVoices ? [] : chosen;
  });
  if (context.page.pageNumber > 1) return undefined;
  const cards = await context.cards(ids);
  const portraits = await portraitsOf(
    cards.flatMap(({ authors: [author] }) => (author ? [author.id] : [])),
    context,
  );
  const voices = cards.flatMap((card) =>
    card.authors[0] ? [{ author: card.authors[0], portrait: portraits[card.authors[0].id], card }] : [],
  );
  return voices.length === 0 ? undefined : { voices };
}

function portraitsOf(
  userIds: readonly number[],
  context: LoadContext,
): Promise<Readonly<Record<number, string>>> {
  return context.cache(`portraits ${userIds.toSorted((a, b) => a - b).join()}`, async (inner) => {
    const portraits = await findPortraits(inner.content, userIds);
    for (const id of userIds) inner.tag(`user:${id}`);
    for (const { mediaId } of portraits.values()) if (mediaId > 0) inner.tag(`media:${mediaId}`);
    return Object.fromEntries([...portraits].map(([id, { url }]) => [id, url]));
  });
}
