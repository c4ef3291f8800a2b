import { productType } from '../modules/shop/model.ts';
import type { FoundProduct } from '../modules/shop/model.ts';
import type { LoadContext } from './load-context.ts';

/** The product that a block is about; undefined for other posts and for readers who may not see it. */
export async function shownProduct(context: LoadContext): Promise<FoundProduct | undefined> {
  const { page, inherited, viewer, together } = context;
  const id = inherited.postId ?? page.post?.id;
  if (id === undefined) return undefined;
  const own = page.post?.id === id ? page.post : undefined;
  if (own?.isProtected && !viewer.unlocked.has(id)) return undefined;
  const type = own?.type ?? (await context.cards([id]))[0]?.type;
  if (type !== productType) return undefined;
  context.tag(`post:${id}`);
  return (await together.products([id])).get(id);
}
