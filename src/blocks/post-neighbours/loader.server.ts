import type { PostCard } from '../../content/posts/card.ts';
import { isPublic } from '../../content/posts/policy.ts';
import { findNeighbours } from '../../content/posts/reader.ts';
import { readerText } from '../../content/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';

export interface NeighboursData {
  readonly previous: PostCard | undefined;
  readonly next: PostCard | undefined;
  readonly labels: { readonly previous: string; readonly next: string };
}

export async function load(_settings: unknown, context: LoadContext): Promise<NeighboursData | undefined> {
  const { post } = context.page;
  if (!post || !isPublic(post)) return undefined;
  context.tag(`list:${post.type}`, 'secondary');
  const { previous, next } = await findNeighbours(context.content.database.read, post);
  const cards = await context.cards([previous, next].filter((id) => id !== undefined));
  if (cards.length === 0) return undefined;
  const site = await context.content.settings.current();
  return {
    previous: cards.find(({ id }) => id === previous),
    next: cards.find(({ id }) => id === next),
    labels: { previous: readerText(site, 'previous'), next: readerText(site, 'next') },
  };
}
