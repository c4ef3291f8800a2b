import { expect, test } from 'vitest';
import { languageOf } from './language.ts';
import { currencies, decimalsOf, decimalText, maxAmount, parseAmount } from './money.ts';

test.each([
  ['12.50', 'EUR', 1250],
  ['12.5', 'EUR', 1250],
  ['12', 'EUR', 1200],
  ['.5', 'EUR', 50],
  ['12.', 'EUR', 1200],
  ['0', 'EUR', 0],
  [' +3.00 ', 'USD', 300],
  ['1.005', 'EUR', 101],
  ['1.004999', 'EUR', 100],
  ['0.995', 'EUR', 100],
  ['1250', 'JPY', 1250],
  ['1250.5', 'JPY', 1251],
  ['1.2345', 'KWD', 1235],
  ['999999999.999', 'KWD', maxAmount],
])('%s %s is %d minor units', (text, currency, amount) => {
  expect(parseAmount(text, currency)).toBe(amount);
});

test.each([
  '',
  '.',
  '-1',
  '1,50',
  '1e3',
  'Infinity',
  '0x10',
  '12 000',
  '١٢',
  '9999999999999.99',
  '1.5<script>',
  `1.${'0'.repeat(31)}`,
])('"%s" is no amount', (text) => expect(parseAmount(text, 'EUR')).toBeUndefined());

test('amounts are written with all decimals of their currency', () => {
  expect([1250, 5, 0, -1250].map((amount) => decimalText(amount, 'EUR'))).toEqual([
    '12.50',
    '0.05',
    '0.00',
    '-12.50',
  ]);
  expect([decimalText(1250, 'JPY'), decimalText(7, 'KWD')]).toEqual(['1250', '0.007']);
  const shown = (amount: number, currency: string, language: string) =>
    languageOf(language).money(decimalText(amount, currency), currency);
  expect([shown(123_450, 'EUR', 'en-US'), shown(123_400, 'EUR', 'de'), shown(1250, 'JPY', 'en')]).toEqual([
    '€1,234.50',
    '1.234,00\u00a0€',
    '¥1,250',
  ]);
  expect(shown(maxAmount, 'KWD', 'en')).toContain('999,999,999.999');
});

test('what is written is read back, in every currency', () => {
  for (const currency of currencies)
    for (const amount of [0, 1, 9, 10, 99, 100, 12_345, maxAmount])
      expect([currency, parseAmount(decimalText(amount, currency), currency)]).toEqual([currency, amount]);
  expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3]);
});
