import { expect, test } from 'vitest';
import { fieldDefinition } from '../../../modules/fields/model.ts';
import type { StoredField } from './field-values.ts';
import { filterOf, patternOf, sentFilter, valuesOf } from './list-filters.ts';

const field = (kind: string, more: object = {}): StoredField => ({
  ...fieldDefinition.parse({ name: 'f', label: 'F', kind, ...more }),
  is_ready: true,
});
const choices = ['a', 'b, c', 'd%2C', 'é'].map((value) => ({ value, label: value }));

/** Values in the address, and REST's parameters of them. */
const cases: readonly (readonly [StoredField, readonly string[], readonly (readonly [string, string])[]])[] =
  [
    [
      field('number'),
      ['4'],
      [
        ['[min]', '4'],
        ['[max]', '4'],
      ],
    ],
    [field('number'), ['-4.5..'], [['[min]', '-4.5']]],
    [field('number'), ['..5'], [['[max]', '5']]],
    [
      field('number'),
      ['4..5'],
      [
        ['[min]', '4'],
        ['[max]', '5'],
      ],
    ],
    [
      field('date'),
      ['2026-01-31'],
      [
        ['[min]', '2026-01-31'],
        ['[max]', '2026-01-31'],
      ],
    ],
    [
      field('date_time'),
      ['2026-01-31'],
      [
        ['[min]', '2026-01-31'],
        ['[max]', '2026-01-31T23:59:59'],
      ],
    ],
    [field('date_time'), ['2026-01-31..'], [['[min]', '2026-01-31']]],
    [
      field('choice', { choices }),
      choices.map(({ value }) => encodeURIComponent(value)),
      choices.map(({ value }) => ['[]', value] as const),
    ],
    [field('text'), ['caf%C3%A9'], [['[]', 'café']]],
    [field('boolean'), ['0'], [['[]', '0']]],
    [
      field('user'),
      ['3', '7'],
      [
        ['[]', '3'],
        ['[]', '7'],
      ],
    ],
  ];

test('filters are the same in the address, in the list and in REST', () => {
  for (const [one, values, sent] of cases) {
    expect([one.kind, values.every((value) => patternOf(one).test(value))]).toEqual([one.kind, true]);
    expect([one.kind, valuesOf(one, filterOf(one, values))]).toEqual([one.kind, values]);
    expect(sentFilter(one, values)).toEqual(sent.map(([name, value]) => [`fields[f]${name}`, value]));
  }
});

test('addresses and inputs that are no values of a field are dropped', () => {
  for (const value of [
    '',
    '..',
    '1e9',
    "1' or 1",
    '4...5',
    '4..x',
    '1'.repeat(400),
    '<b>',
    '0x1',
    ' 4',
    'NaN',
  ])
    expect([value, patternOf(field('number')).test(value)]).toEqual([value, false]);
  for (const value of ['', '2026', '2026-01-31T10:00', '2026-01-31..soon', '31.1.2026'])
    expect([value, patternOf(field('date')).test(value)]).toEqual([value, false]);
  for (const value of ['', 'a b', 'x'.repeat(901)])
    expect([value, patternOf(field('text')).test(value)]).toEqual([value, false]);
  for (const [operator, value] of [
    ['between', [4, '']],
    ['between', undefined],
    ['is', Number.NaN],
    ['greaterThanOrEqual', 1e21],
  ] as const)
    expect(valuesOf(field('number'), { field: 'field_f', operator, value })).toEqual(
      operator === 'between' && value ? ['4..'] : [],
    );
  expect(sentFilter(field('text'), ['%zz'])).toEqual([['fields[f][]', '%zz']]);
});
