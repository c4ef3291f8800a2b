import type { PostCard } from '../../modules/posts/model.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoadContext } from '../load-context.ts';
import { neighboursOf } from '../current-post.server.ts';

export interface NeighboursData {
  readonly previous: PostCard | undefined;
  readonly next: PostCard | undefined;
  readonly labels: { readonly previous: string; readonly next: string };
}

export async function load(_settings: unknown, context: LoadContext): Promise<NeighboursData | undefined> {
  const { post } = context.page;
  if (!post) return undefined;
  const around = neighboursOf(post, context);
  let previous: number | undefined;
  let next: number | undefined;
  // Skips posts shown above, for instance as related posts.
  const ids = await context.showOnce(async (shown) => {
    const { before, after } = await around;
    [previous, next] = [before, after].map((some) => some.find((id) => !shown.has(id)));
    return [previous, next].filter((id) => id !== undefined);
  });
  const cards = await context.cards(ids);
  if (cards.length === 0) return undefined;
  const site = await context.content.settings.current();
  return {
    previous: cards.find(({ id }) => id === previous),
    next: cards.find(({ id }) => id === next),
    labels: { previous: readerText(site, 'previous'), next: readerText(site, 'next') },
  };
}
