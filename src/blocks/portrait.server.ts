import type { LoadContext } from './load-context.ts';

/** Address of an author's portrait, or undefined; read once for all pages that show it. */
export function portraitOf(context: LoadContext, userId: number): Promise<string | undefined> {
  return context.keep(`portrait ${userId}`, async (inner) => {
    const portrait = (await inner.content.portraits([userId])).get(userId);
    inner.tag(`user:${userId}`);
    if (portrait) inner.tag(`media:${portrait.mediaId}`);
    return portrait?.url;
  });
}
