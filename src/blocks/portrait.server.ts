import { portraitAt } from '../modules/users/portrait.ts';
import type { LoadContext } from './load-context.ts';

/** Address of an author's portrait as it is shown with sides of so many pixels, or undefined; read once for all pages that show it. */
export async function portraitOf(
  context: LoadContext,
  userId: number,
  pixels = 64,
): Promise<string | undefined> {
  const found = await context.keep(`portrait ${userId}`, async (inner) => {
    const portrait = (await inner.content.portraits([userId])).get(userId);
    inner.tag(`user:${userId}`);
    if (portrait && portrait.mediaId > 0) inner.tag(`media:${portrait.mediaId}`);
    return portrait;
  });
  return found && portraitAt(found, pixels);
}
