import type { ListedProduct, Stock } from '../../modules/shop/model.ts';
import type { LoadContext } from '../load-context.ts';
import { shownProduct } from '../shown-product.server.ts';

export interface ProductStockData {
  /** Undefined: products of other shops, and groups. */
  readonly stock: Pick<Stock, 'status' | 'quantity'> | undefined;
  readonly sku: string;
}

/** The best status of what can be chosen, and their quantities together if all are counted. */
function stockOf(sold: readonly ListedProduct[]): ProductStockData['stock'] {
  const statuses = new Set(sold.map(({ stock }) => stock.status));
  const status = (['instock', 'onbackorder', 'outofstock'] as const).find((one) => statuses.has(one));
  if (status === undefined) return undefined;
  const quantities = sold.map(({ stock }) => stock.quantity);
  const quantity = quantities.every((one) => one !== undefined)
    ? quantities.reduce((sum, one) => sum + Math.max(0, one), 0)
    : undefined;
  return { status, quantity };
}

export async function load(_settings: unknown, context: LoadContext): Promise<ProductStockData | undefined> {
  const found = await shownProduct(context);
  if (!found) return undefined;
  const [product, ...variations] = found;
  const sold = { simple: [product], variable: variations, variation: [product], grouped: [], external: [] };
  const stock = stockOf(sold[product.kind]);
  return stock === undefined && product.sku === '' ? undefined : { stock, sku: product.sku };
}
