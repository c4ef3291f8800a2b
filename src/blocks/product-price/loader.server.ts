import { languageOf } from '../../lib/language.ts';
import { decimalText } from '../../lib/money.ts';
import { currentPrice, soldOf } from '../../modules/shop/price.ts';
import type { LoadContext } from '../load-context.ts';
import { shownProduct } from '../shown-product.server.ts';

/** Prices in the site's language. */
export interface ProductPriceData {
  /** The lowest of several. */
  readonly from: string;
  /** The highest; undefined: all are the same. */
  readonly to: string | undefined;
  /** Before the sale. */
  readonly before: string | undefined;
  readonly isOnSale: boolean;
}

export async function load(_settings: unknown, context: LoadContext): Promise<ProductPriceData | undefined> {
  const found = await shownProduct(context);
  if (!found) return undefined;
  const price = currentPrice(soldOf(found), context.now);
  if (!price) return undefined;
  const { from, to, before, isOnSale, changesAt } = price;
  if (changesAt !== undefined) context.expireIn(changesAt - context.now);
  const { shop_currency: currency, site_language: tag } = await context.content.settings.current();
  const text = (amount: number) => languageOf(tag).money(decimalText(amount, currency), currency);
  return {
    from: text(from),
    to: to === from ? undefined : text(to),
    before: before === undefined ? undefined : text(before),
    isOnSale,
  };
}
