import type { LoadContext } from '../load-context.ts';
import { shownPrice } from '../product-prices.server.ts';
import type { ShownPrice } from '../product-prices.server.ts';
import { shownProduct } from '../shown-product.server.ts';

export async function load(_settings: unknown, context: LoadContext): Promise<ShownPrice | undefined> {
  const found = await shownProduct(context);
  return found && shownPrice(found, context);
}
