import { expect, test } from 'vitest';
import { readFacts } from './facts.ts';
import { currentPrice, priceAt } from './price.ts';

const facts = (meta: Readonly<Record<string, string>>) => readFacts(new Map(Object.entries(meta)), 'EUR');
const noFacts = facts({});

test('facts are read from the meta of WooCommerce', () => {
  const stored = {
    _sku: ` ${'s'.repeat(5000)}`,
    _regular_price: '20',
    _sale_price: '15.50',
    _sale_price_dates_from: '1000',
    _sale_price_dates_to: '2000',
    _manage_stock: 'yes',
    _stock: '3.000000',
    _stock_status: 'outofstock',
    _backorders: 'notify',
  };
  expect(facts(stored)).toEqual({
    sku: 's'.repeat(100),
    prices: { regular: 2000, sale: 1550, saleFrom: 1_000_000, saleTo: 2_000_000 },
    stock: { status: 'instock', quantity: 3, backorders: 'notify' },
  });
});

test.each<[string, Record<string, string>, unknown]>([
  ['a sale that is not lower', { _regular_price: '10', _sale_price: '10' }, { regular: 1000 }],
  ['a sale without a price', { _sale_price: '5' }, {}],
  ['a negative price', { _regular_price: '-5' }, {}],
  ['a price in words', { _regular_price: 'free' }, {}],
  ['an exponent', { _regular_price: '1e9' }, {}],
  ['too high a price', { _regular_price: '9'.repeat(15) }, {}],
  ['markup', { _regular_price: '<b>5</b>' }, {}],
  [
    'a damaged sale date',
    { _regular_price: '10', _sale_price: '5', _sale_price_dates_to: 'soon' },
    { regular: 1000, sale: 500 },
  ],
])('%s', (_what, meta, prices) => {
  expect(JSON.parse(JSON.stringify(facts(meta).prices))).toEqual(prices);
});

test.each<[Record<string, string>, unknown]>([
  [{}, { status: 'instock', backorders: 'no' }],
  [{ _stock_status: 'outofstock' }, { status: 'outofstock', backorders: 'no' }],
  [
    { _stock_status: 'gone', _backorders: 'maybe' },
    { status: 'instock', backorders: 'no' },
  ],
  [
    { _manage_stock: 'yes', _stock: '0' },
    { status: 'outofstock', quantity: 0, backorders: 'no' },
  ],
  [
    { _manage_stock: 'yes', _stock: '-2', _backorders: 'yes' },
    { status: 'onbackorder', quantity: -2, backorders: 'yes' },
  ],
  [
    { _manage_stock: 'yes', _stock: '' },
    { status: 'instock', backorders: 'no' },
  ],
  [
    { _manage_stock: 'yes', _stock: '9'.repeat(12) },
    { status: 'instock', backorders: 'no' },
  ],
  [
    { _manage_stock: 'yes', _stock: 'many' },
    { status: 'instock', backorders: 'no' },
  ],
  [{ _stock: '4' }, { status: 'instock', backorders: 'no' }],
])('stock %j', (meta, stock) => {
  expect(JSON.parse(JSON.stringify(facts(meta).stock))).toEqual(stock);
});

test('prices change when a sale begins and ends', () => {
  const prices = { regular: 2000, sale: 1500, saleFrom: 100, saleTo: 200 };
  expect([99, 100, 199, 200].map((now) => priceAt(prices, now))).toEqual([
    { amount: 2000, regular: 2000, isOnSale: false, changesAt: 100 },
    { amount: 1500, regular: 2000, isOnSale: true, changesAt: 200 },
    { amount: 1500, regular: 2000, isOnSale: true, changesAt: 200 },
    { amount: 2000, regular: 2000, isOnSale: false, changesAt: undefined },
  ]);
  const plain = { regular: 3000, sale: undefined, saleFrom: undefined, saleTo: undefined };
  expect(currentPrice([{ prices }, { prices: plain }], 150)).toEqual({
    from: 1500,
    to: 3000,
    before: undefined,
    isOnSale: true,
    changesAt: 200,
  });
  expect(currentPrice([{ prices }], 150)).toMatchObject({ from: 1500, to: 1500, before: 2000 });
  expect(currentPrice([noFacts], 150)).toBeUndefined();
  expect(currentPrice([], 150)).toBeUndefined();
});
