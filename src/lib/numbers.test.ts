import { expect, test } from 'vitest';
import { idOf, nearestWhole, wholeOf } from './numbers.ts';
import { boundsOf, whole, wholeOrText } from './schemas.ts';

const odd = [
  '',
  ' ',
  '1.5',
  '1e3',
  '0x10',
  'x',
  '1 ',
  '1234567890123456',
  1.5,
  Number.NaN,
  Infinity,
  2 ** 53,
  null,
  undefined,
  true,
  [1],
  { a: 1 },
  1n,
];

test('an integer is a number that is exactly representable, or a text of one', () => {
  expect(['0', '-7', '+7', '007', '999999999999999', 3, -3, 2 ** 53 - 1].map(wholeOf)).toEqual([
    0,
    -7,
    7,
    7,
    999_999_999_999_999,
    3,
    -3,
    2 ** 53 - 1,
  ]);
  for (const value of odd) expect([value, wholeOf(value)]).toEqual([value, undefined]);
  expect(['12', 12, '0', 0, -1, '-1', 'x'].map(idOf)).toEqual([
    12,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('rounds other values to the nearest integer within bounds', () => {
  expect(
    [
      ['7.9', 0, 10],
      [-3, 0, 10],
      ['99', 0, 10],
      ['1e30', 0],
      [2 ** 60, 0, 2 ** 53 - 1],
      [' 4 ', 1, 6],
    ].map(([value, min, max]) =>
      nearestWhole(value, Number(min), max === undefined ? undefined : Number(max)),
    ),
  ).toEqual([7, 0, 10, 2 ** 53 - 1, 2 ** 53 - 1, 4]);
  for (const value of ['', ' ', 'x', Number.NaN, Infinity, '1e999', null, undefined, true, [1], {}]) {
    expect([value, nearestWhole(value)]).toEqual([value, undefined]);
  }
});

test('schemas declare the bounds that they set, and no others', () => {
  expect([whole(), whole(0), whole(1, 6), whole(-5, 5).optional(), wholeOrText(0, 7)].map(boundsOf)).toEqual([
    {},
    { min: 0 },
    { min: 1, max: 6 },
    { min: -5, max: 5 },
    { min: 0, max: 7 },
  ]);
  expect(['3', 3].map((value) => wholeOrText(0, 7).parse(value))).toEqual([3, 3]);
  for (const value of ['8', 8, -1, '', 'x', true, null])
    expect([value, wholeOrText(0, 7).safeParse(value).success]).toEqual([value, false]);
});
