import type { MinorUnits } from '../../lib/money.ts';
import type { CurrentPrice, Prices } from './model.ts';

type Now = Pick<CurrentPrice, 'isOnSale' | 'changesAt'> & {
  readonly amount: MinorUnits;
  readonly regular: MinorUnits;
};

/** The price of one product or variation at a moment; undefined: it has none. */
export function priceAt({ regular, sale, saleFrom, saleTo }: Prices, now: number): Now | undefined {
  if (regular === undefined) return undefined;
  const plain = { amount: regular, regular, isOnSale: false, changesAt: undefined };
  if (sale === undefined || (saleTo !== undefined && saleTo <= now)) return plain;
  if (saleFrom !== undefined && saleFrom > now) return { ...plain, changesAt: saleFrom };
  return { amount: sale, regular, isOnSale: true, changesAt: saleTo };
}

/** The price of a product with one or several things to choose from; undefined: none of them has a price. */
export function currentPrice(of: readonly Prices[], now: number): CurrentPrice | undefined {
  const known = of.flatMap((prices) => priceAt(prices, now) ?? []);
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
