import type { ListedProduct, Stock } from '../../modules/shop/model.ts';
import { bestStatus, soldOf } from '../../modules/shop/price.ts';
import type { LoadContext } from '../load-context.ts';
import { shownProduct } from '../shown-product.server.ts';

export interface ProductStockData {
  /** Undefined: a product of another shop, or a group. */
  readonly stock: Pick<Stock, 'status' | 'quantity'> | undefined;
  readonly sku: string;
}

/** The best status of what can be chosen, and their quantities together if all are counted. */
function stockOf(sold: readonly ListedProduct[]): ProductStockData['stock'] {
  const status = bestStatus(sold);
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
  const [product] = found;
  const isSoldHere = product.kind !== 'grouped' && product.kind !== 'external';
  const stock = isSoldHere ? stockOf(soldOf(found)) : undefined;
  return stock === undefined && product.sku === '' ? undefined : { stock, sku: product.sku };
}
