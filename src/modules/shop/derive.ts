import type { Tx } from '../../kernel/db/open-database.ts';
import { findFirstMeta } from '../posts/index.ts';
import type { SavedPost } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import { factKeys, readFacts } from './facts.ts';
import { productType, variationType } from './model.ts';
import { deleteProducts, findKinds, writeProducts } from './store.ts';

/** Types whose posts have rows in `product`. */
export const soldTypes: readonly string[] = [productType, variationType];

interface SoldPost {
  readonly id: number;
  readonly type: string;
  readonly parentId: number;
  readonly isListed: boolean;
}

/** Writes the rows of products and variations from their meta. */
export async function deriveProducts(tx: Tx, posts: readonly SoldPost[]): Promise<void> {
  const ids = posts.map(({ id }) => id);
  const { settings } = await readSettings(tx.db);
  const meta = await findFirstMeta(tx.db, ids, factKeys);
  const kinds = await findKinds(
    tx.db,
    posts.filter(({ type }) => type === productType).map(({ id }) => id),
  );
  await writeProducts(
    tx,
    posts.map(({ id, type, parentId, isListed }) => ({
      id,
      productId: type === variationType ? parentId : id,
      kind: type === variationType ? ('variation' as const) : (kinds.get(id) ?? ('simple' as const)),
      isShown: isListed,
      facts: readFacts(meta.get(id) ?? new Map<string, string>(), settings.shop_currency),
    })),
  );
  // Pages show the prices of variations with their product.
  for (const { type, parentId } of posts)
    if (type === variationType && parentId > 0) tx.emit(`post:${parentId}`);
}

/** Follows saves of products; runs no query for other types. */
export async function followSaved(tx: Tx, { id, before, after }: SavedPost): Promise<void> {
  if (!soldTypes.includes(after.type)) {
    if (before && soldTypes.includes(before.type)) await deleteProducts(tx, [id]);
    return;
  }
  const { type, parentId, status } = after;
  await deriveProducts(tx, [{ id, type, parentId, isListed: status === 'publish' }]);
}
