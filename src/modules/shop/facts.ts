import { parseAmount } from '../../lib/money.ts';
import { phpText, unserializeMap } from '../../lib/php-serialize.ts';
import type { PhpMap } from '../../lib/php-serialize.ts';
import { startOf } from '../../lib/cut-text.ts';
import { backorderRules, stockStatuses } from './model.ts';
import type { Prices, ProductAttribute, ProductFacts, Stock } from './model.ts';

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
  '_product_attributes',
  '_product_url',
  '_button_text',
  '_weight',
  '_length',
  '_width',
  '_height',
  '_virtual',
  '_downloadable',
] as const;

const longest = { sku: 100, name: 200, option: 500, url: 2000, size: 30 } as const;
const most = { attributes: 100, options: 500, stock: 1_000_000_000 } as const;

/** First values of meta keys. */
type FirstMeta = ReadonlyMap<string, string>;

/** Reads stored facts; whatever is malformed counts as missing. */
export function readFacts(meta: FirstMeta, currency: string): ProductFacts {
  const text = (key: (typeof factKeys)[number], length: number) =>
    startOf((meta.get(key) ?? '').trim(), length);
  const size = (key: '_weight' | '_length' | '_width' | '_height') =>
    /^\d+(?:\.\d+)?$/.test(text(key, longest.size)) ? text(key, longest.size) : '';
  return {
    sku: text('_sku', longest.sku),
    prices: pricesIn(meta, currency),
    stock: stockIn(meta),
    attributes: attributesIn(meta.get('_product_attributes') ?? ''),
    externalUrl: text('_product_url', longest.url),
    buttonText: text('_button_text', longest.name),
    weight: size('_weight'),
    dimensions: [size('_length'), size('_width'), size('_height')],
    isVirtual: meta.get('_virtual') === 'yes',
    isDownloadable: meta.get('_downloadable') === 'yes',
  };
}

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
  if (quantity === undefined || Math.abs(quantity) > most.stock)
    return { status, quantity: undefined, backorders };
  if (quantity > 0) return { status: 'instock', quantity, backorders };
  return { status: backorders === 'no' ? 'outofstock' : 'onbackorder', quantity, backorders };
}

function attributesIn(stored: string): ProductAttribute[] {
  const entries = [...unserializeMap(stored)]
    .flatMap(([key, value]) => (value instanceof Map ? [{ key, of: value as PhpMap }] : []))
    .slice(0, most.attributes);
  const flag = (of: PhpMap, name: string) => /^(?:1|yes)$/.test(phpText(of.get(name)));
  return entries
    .map(({ key, of }) => {
      const isTaxonomy = flag(of, 'is_taxonomy');
      return {
        position: Number(phpText(of.get('position'))) || 0,
        attribute: {
          name: startOf(isTaxonomy ? key : phpText(of.get('name')) || key, longest.name),
          options: isTaxonomy ? [] : optionsIn(phpText(of.get('value'))),
          isTaxonomy,
          isVisible: flag(of, 'is_visible'),
          isVariation: flag(of, 'is_variation'),
        },
      };
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ attribute }) => attribute);
}

/** Options are separated by bars. */
function optionsIn(text: string): string[] {
  const options = text.split('|').map((option) => startOf(option.trim(), longest.option));
  return [...new Set(options.filter(Boolean))].slice(0, most.options);
}
