import type { MinorUnits } from '../../lib/money.ts';
import { stockStatuses } from './model.ts';
import type { CurrentPrice, FoundProduct, ListedProduct, Prices, StockStatus } from './model.ts';

type Now = Pick<CurrentPrice, 'isOnSale' | 'changesAt'> & {
  readonly amount: MinorUnits;
  readonly regular: MinorUnits;
};

/** The product, or its variations if one of them has to be chosen. */
export const soldOf = ([product, ...variations]: FoundProduct): readonly ListedProduct[] =>
  product.kind === 'variable' ? variations : [product];

/** The best status of several; undefined without any. */
export function bestStatus(sold: readonly ListedProduct[]): StockStatus | undefined {
  const found = new Set(sold.map(({ stock }) => stock.status));
  return stockStatuses.find((status) => found.has(status));
}

/** The price of one product or variation at a moment; undefined without a regular price. */
export function priceAt({ regular, sale, saleFrom, saleTo }: Prices, now: number): Now | undefined {
  if (regular === undefined) return undefined;
  const plain = { amount: regular, regular, isOnSale: false, changesAt: undefined };
  if (sale === undefined || (saleTo !== undefined && saleTo <= now)) return plain;
  if (saleFrom !== undefined && saleFrom > now) return { ...plain, changesAt: saleFrom };
  return { amount: sale, regular, isOnSale: true, changesAt: saleTo };
}

/** The price of what is sold as one product; undefined without any price. */
export function currentPrice(
  sold: readonly Pick<ListedProduct, 'prices'>[],
  now: number,
): CurrentPrice | undefined {
  const known = sold.flatMap(({ prices }) => priceAt(prices, now) ?? []);
  const [first] = known;
  if (!first) return undefined;
  const amounts = known.map(({ amount }) => amount);
  const from = Math.min(...amounts);
  const to = Math.max(...amounts);
  const isOnSale = known.some((one) => one.isOnSale);
  const isSame = known.every(({ amount, regular }) => amount === first.amount && regular === first.regular);
  const changes = known.flatMap(({ changesAt }) => changesAt ?? []);
  return {
    from,
    to,
    before: isOnSale && isSame ? first.regular : undefined,
    isOnSale,
    changesAt: changes.length === 0 ? undefined : Math.min(...changes),
  };
}
