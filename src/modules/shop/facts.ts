import { parseAmount } from '../../lib/money.ts';
import { startOf } from '../../lib/cut-text.ts';
import { backorderRules, stockStatuses } from './model.ts';
import type { Prices, ProductFacts, Stock } from './model.ts';

/** Keys of `post_meta` that facts are read from, in WooCommerce's names. */
export const factKeys = [
  '_sku',
  '_regular_price',
  '_sale_price',
  '_sale_price_dates_from',
  '_sale_price_dates_to',
  '_stock_status',
  '_manage_stock',
  '_stock',
  '_backorders',
] as const;

const maxSkuLength = 100;
const maxStock = 1_000_000_000;

/** First values of meta keys. */
type FirstMeta = ReadonlyMap<string, string>;

/** Reads stored facts; whatever is malformed counts as missing. */
export const readFacts = (meta: FirstMeta, currency: string): ProductFacts => ({
  sku: startOf((meta.get('_sku') ?? '').trim(), maxSkuLength),
  prices: pricesIn(meta, currency),
  stock: stockIn(meta),
});

function pricesIn(meta: FirstMeta, currency: string): Prices {
  const amount = (key: string) => parseAmount(meta.get(key) ?? '', currency);
  const regular = amount('_regular_price');
  const sale = amount('_sale_price');
  const isLower = regular !== undefined && sale !== undefined && sale < regular;
  const saleFrom = secondsIn(meta.get('_sale_price_dates_from'));
  const saleTo = secondsIn(meta.get('_sale_price_dates_to'));
  return isLower ? { regular, sale, saleFrom, saleTo } : { regular, sale: undefined, ...noDates };
}

const noDates = { saleFrom: undefined, saleTo: undefined };

/** Seconds since 1970 as milliseconds. */
function secondsIn(text = ''): number | undefined {
  return /^[1-9]\d{0,10}$/.test(text) ? Number(text) * 1000 : undefined;
}

function stockIn(meta: FirstMeta): Stock {
  const sent = meta.get('_stock_status');
  const rule = meta.get('_backorders');
  const backorders = backorderRules.find((one) => one === rule) ?? 'no';
  const status = stockStatuses.find((one) => one === sent) ?? 'instock';
  const counted = meta.get('_manage_stock') === 'yes' ? (meta.get('_stock') ?? '').trim() : '';
  const quantity = /^-?\d{1,12}(?:\.\d{1,6})?$/.test(counted) ? Math.trunc(Number(counted)) : undefined;
  if (quantity === undefined || Math.abs(quantity) > maxStock)
    return { status, quantity: undefined, backorders };
  if (quantity > 0) return { status: 'instock', quantity, backorders };
  return { status: backorders === 'no' ? 'outofstock' : 'onbackorder', quantity, backorders };
}
