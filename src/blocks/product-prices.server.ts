import { languageOf } from '../lib/language.ts';
import { decimalText } from '../lib/money.ts';
import type { FoundProduct } from '../modules/shop/model.ts';
import { currentPrice, soldOf } from '../modules/shop/price.ts';
import type { LoadContext } from './load-context.ts';

/** Prices in the site's language. */
export interface ShownPrice {
  /** The lowest of several. */
  readonly from: string;
  /** The highest; undefined: all are the same. */
  readonly to: string | undefined;
  /** Before the sale. */
  readonly before: string | undefined;
  readonly isOnSale: boolean;
}

/** The current price of a product; undefined without one. The page expires when the price changes by itself. */
export async function shownPrice(
  product: FoundProduct,
  context: LoadContext,
): Promise<ShownPrice | undefined> {
  const price = currentPrice(soldOf(product), context.now);
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

/** Prices of the products among listed posts, by id. Tags of the posts come with their cards. */
export async function shownPrices(
  ids: readonly number[],
  context: LoadContext,
): Promise<ReadonlyMap<number, ShownPrice>> {
  if (ids.length === 0) return new Map();
  const products = await context.together.products(ids);
  const prices = await Promise.all(
    [...products].map(async ([id, product]) => [id, await shownPrice(product, context)] as const),
  );
  return new Map(prices.flatMap(([id, price]) => (price ? [[id, price] as const] : [])));
}
