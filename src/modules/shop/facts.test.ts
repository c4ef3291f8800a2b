import { expect, test } from 'vitest';
import { serializePhp } from '../../lib/php-serialize.ts';
import { readFacts } from './facts.ts';
import { currentPrice, priceAt } from './price.ts';

const facts = (meta: Readonly<Record<string, string>>) => readFacts(new Map(Object.entries(meta)), 'EUR');
const noFacts = facts({});

test('facts are read from the meta of WooCommerce', () => {
  const attribute = (name: string, position: number, more: object) => ({
    name,
    value: '',
    position,
    is_visible: 1,
    is_variation: 0,
    is_taxonomy: 0,
    ...more,
  });
  expect(
    facts({
      _sku: ' poster-1 ',
      _regular_price: '20',
      _sale_price: '15.50',
      _sale_price_dates_from: '1000',
      _sale_price_dates_to: '2000',
      _manage_stock: 'yes',
      _stock: '3.000000',
      _stock_status: 'outofstock',
      _backorders: 'notify',
      _weight: '0.5',
      _length: '24',
      _width: 'wide',
      _virtual: 'no',
      _downloadable: 'yes',
      _product_attributes: serializePhp({
        logo: attribute('Logo', 1, { value: 'Yes | No | Yes' }),
        pa_size: attribute('pa_size', 0, { is_taxonomy: 1, is_variation: 1 }),
      }),
    }),
  ).toEqual({
    sku: 'poster-1',
    prices: { regular: 2000, sale: 1550, saleFrom: 1_000_000, saleTo: 2_000_000 },
    stock: { status: 'instock', quantity: 3, backorders: 'notify' },
    attributes: [
      { name: 'pa_size', options: [], isTaxonomy: true, isVisible: true, isVariation: true },
      { name: 'Logo', options: ['Yes', 'No'], isTaxonomy: false, isVisible: true, isVariation: false },
    ],
    externalUrl: '',
    buttonText: '',
    weight: '0.5',
    dimensions: ['24', '', ''],
    isVirtual: false,
    isDownloadable: true,
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

test.each([
  'a:1:{s:3:"x";i:5;}',
  'a:99999999:{',
  'O:8:"stdClass":1:{s:4:"name";s:1:"a";}',
  `a:1:{s:1:"a";a:1:{s:8:"position";s:3:"1e9";}}`,
  'not serialized',
])('attributes of %s are read without an error', (stored) => {
  const { attributes } = facts({ _product_attributes: stored });
  expect(attributes.length).toBeLessThanOrEqual(1);
});

test('long texts are cut, and many attributes and options are left out', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_one, at) => [
      `a${at}`,
      { name: `A${at}`, value: Array.from({ length: 900 }, (_two, option) => `o${option}`).join('|') },
    ]),
  );
  const { attributes, sku } = facts({ _product_attributes: serializePhp(many), _sku: 's'.repeat(5000) });
  expect([attributes.length, attributes[0]?.options.length, sku.length]).toEqual([100, 500, 100]);
  expect(noFacts.attributes).toEqual([]);
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
  expect(currentPrice([prices, plain], 150)).toEqual({
    from: 1500,
    to: 3000,
    before: undefined,
    isOnSale: true,
    changesAt: 200,
  });
  expect(currentPrice([prices], 150)).toMatchObject({ from: 1500, to: 1500, before: 2000 });
  expect(currentPrice([noFacts.prices], 150)).toBeUndefined();
  expect(currentPrice([], 150)).toBeUndefined();
});
