import type { PostCard } from '../../content/posts/card.ts';
import { readerText } from '../../content/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { neighboursOf } from '../neighbours.server.ts';

export interface NeighboursData {
  readonly previous: PostCard | undefined;
  readonly next: PostCard | undefined;
  readonly labels: { readonly previous: string; readonly next: string };
}

export async function load(_settings: unknown, context: LoadContext): Promise<NeighboursData | undefined> {
  const { post } = context.page;
  if (!post) return undefined;
  const { previous, next } = await neighboursOf(post, context);
  const cards = await context.cards([previous, next].filter((id) => id !== undefined));
  if (cards.length === 0) return undefined;
  const site = await context.content.settings.current();
  return {
    previous: cards.find(({ id }) => id === previous),
    next: cards.find(({ id }) => id === next),
    labels: { previous: readerText(site, 'previous'), next: readerText(site, 'next') },
  };
}
