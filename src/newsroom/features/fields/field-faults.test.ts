import { expect, test } from 'vitest';
import { fieldDefinition } from '../../../modules/fields/model.ts';
import { valueSchema } from '../../../modules/fields/values.ts';
import { faultOf, requiredFault } from './field-faults.ts';

const base = { name: 'f', label: 'F' };
const rows = { kind: 'group', fields: [{ ...base, kind: 'number', max: 9 }], min: 2, max: 3 };

/** Settings, values that are taken, and values that are refused. */
const cases: readonly (readonly [object, readonly unknown[], readonly unknown[]])[] = [
  [{ kind: 'text', max: 3 }, ['abc'], ['abcd']],
  [{ kind: 'textarea' }, ['a\nb'], ['a'.repeat(20_001)]],
  [{ kind: 'number', min: 1, max: 5, step: 0.5 }, [1, 1.5, 5], [0.5, 5.5, 1.2]],
  [{ kind: 'number', step: 0.1 }, [0.3, -0.7, 1e6], [0.35]],
  [{ kind: 'date' }, ['2026-02-28', '2024-02-29'], ['2026-02-29', '2026-13-01', 'soon']],
  [{ kind: 'date_time' }, ['2026-02-28T23:59:00'], ['2026-02-30T10:00:00', '2026-02-28T25:00:00', 'x']],
  [{ kind: 'choice', choices: [{ value: 'a', label: 'A' }] }, ['a'], ['b']],
  [{ kind: 'choice', multiple: true, choices: [{ value: 'a', label: 'A' }] }, [['a']], [['a', 'b']]],
  [{ kind: 'boolean' }, [true, false], []],
  [{ kind: 'colour' }, ['#1A2b3c'], ['#123', 'red', '#12345g']],
  [
    { kind: 'link' },
    [
      { url: 'https://a.example/x', title: '', target: '' },
      { url: '/about', title: 'About', target: '_blank' },
      { url: 'mailto:a@b.example', title: '', target: '' },
    ],
    [
      { url: 'javascript:alert(1)', title: '', target: '' },
      { url: '//evil.example', title: '', target: '' },
      { url: '', title: 'x', target: '' },
      { url: 'a b', title: '', target: '' },
    ],
  ],
  [
    { kind: 'place' },
    [{ lat: -90, lng: 180, label: '' }],
    [
      { lat: 91, lng: 0, label: '' },
      { lat: 1, lng: null, label: 'Berlin' },
    ],
  ],
  [
    rows,
    [[{ f: 1 }, { f: null }]],
    [[{ f: 1 }], [{ f: 1 }, { f: 10 }], [{}, {}, {}, {}].map(() => ({ f: 1 }))],
  ],
  [{ kind: 'gallery' }, [[1, 2]], []],
  [{ kind: 'post', multiple: true }, [[3]], []],
];

test('the form refuses what the server refuses, and takes what it takes', () => {
  for (const [settings, taken, refused] of cases) {
    const field = fieldDefinition.parse({ ...base, ...settings });
    const schema = valueSchema(field);
    for (const [values, isTaken] of [
      [taken, true],
      [refused, false],
    ] as const)
      for (const value of values) {
        const verdict = [JSON.stringify(settings), JSON.stringify(value).slice(0, 80)];
        expect([...verdict, schema.safeParse(value).success]).toEqual([...verdict, isTaken]);
        expect([...verdict, faultOf(field, value) === undefined]).toEqual([...verdict, isTaken]);
      }
  }
});

test('empty values have no fault unless the field is required', () => {
  const field = fieldDefinition.parse({ ...base, kind: 'number', required: true });
  for (const empty of [null, undefined, '', []]) {
    expect(faultOf(field, empty)).toBeUndefined();
    expect(requiredFault(field, empty)).toBe('This field is required.');
    expect(requiredFault({ ...field, required: false }, empty)).toBeUndefined();
  }
  expect(requiredFault(field, 0)).toBeUndefined();
});
