import { expect, test } from 'vitest';
import { fieldDefinition, fieldKinds as allKinds, mayHave } from '../../../modules/fields/model.ts';
import { definitionFaults, fieldKinds, hasSetting, nameFrom, newField, sentField } from './field-kinds.ts';
import type { EditedField, Setting } from './field-kinds.ts';

const settings = [
  'default',
  'multiple',
  'min',
  'max',
  'step',
  'unit',
  'show_max',
  'currency',
  'choices',
  'post_types',
  'taxonomies',
  'format',
  'file_kinds',
  'not_before',
  'zone_field',
  'day_field',
  'fields',
  'is_column',
  'is_filter',
  'is_searched',
  'schema_property',
] as const satisfies readonly Setting[];

test('the screen offers the kinds and settings that the server takes', () => {
  expect(fieldKinds.map(({ kind }) => kind).toSorted()).toEqual([...allKinds].toSorted());
  for (const kind of allKinds)
    for (const setting of settings)
      expect([kind, setting, hasSetting(kind, setting)]).toEqual([kind, setting, mayHave(kind, setting)]);
});

const whole: EditedField = {
  ...newField(),
  label: 'Facts',
  name: 'facts',
  choices: [{ value: 'a', label: 'A' }],
  fields: [{ ...newField(), name: 'sub', label: 'Sub', is_column: true } as never],
  min: 1,
  max: 5,
  step: 0.5,
  format: 'time_zone',
  file_kinds: ['audio'],
  not_before: 'starts_on',
  unit: 'km',
  show_max: true,
  currency: 'EUR',
  is_column: true,
  is_filter: true,
  is_searched: true,
  schema_property: 'abstract',
};

test('a field that was of other kinds before is sent without their settings', () => {
  for (const kind of allKinds) {
    const sent = sentField({ ...whole, kind });
    expect([kind, fieldDefinition.safeParse(sent).error?.issues ?? []]).toEqual([kind, []]);
    expect(definitionFaults({ ...whole, kind }, [])).toEqual({});
  }
});

test('a number with its maximum needs one, and a currency is a code or the name of a field', () => {
  const price: EditedField = { ...newField('number'), name: 'price', label: 'Price' };
  for (const currency of ['EUR', 'currency'])
    expect(definitionFaults({ ...price, currency, show_max: true, max: 5 }, [])).toEqual({});
  for (const currency of ['Euro', '€', 'EURO', 'eur o']) {
    expect(definitionFaults({ ...price, currency }, [])).toHaveProperty('currency');
    expect(fieldDefinition.safeParse(sentField({ ...price, currency })).success).toBe(false);
  }
  expect(definitionFaults({ ...price, show_max: true }, [])).toHaveProperty('show_max');
  expect(fieldDefinition.safeParse(sentField({ ...price, show_max: true })).success).toBe(false);
});

test('a text that is too long is named with its limit, as the server has it', () => {
  const field: EditedField = { ...newField('number'), name: 'price', label: 'Price' };
  for (const [setting, most] of [
    ['label', 200],
    ['help', 1000],
    ['unit', 20],
  ] as const) {
    const fits = { ...field, [setting]: 'x'.repeat(most) };
    expect([setting, definitionFaults(fits, [])]).toEqual([setting, {}]);
    expect(fieldDefinition.safeParse(sentField(fits)).success).toBe(true);
    const long = { ...field, [setting]: 'x'.repeat(most + 1) };
    expect(definitionFaults(long, [])[setting]).toContain(`${most} characters`);
    expect(fieldDefinition.safeParse(sentField(long)).success).toBe(false);
  }
});

test('names are made from labels', () => {
  expect(['Rating', '3 Größe & Übersicht!', 'Prüfung  am…', '日本', ''].map(nameFrom)).toEqual([
    'rating',
    'grosse_ubersicht',
    'prufung_am',
    '',
    '',
  ]);
  expect(nameFrom('a'.repeat(80))).toHaveLength(64);
});

test('missing and repeated names, labels and choices are named by their setting', () => {
  const group: EditedField = { ...whole, kind: 'group', fields: [newField(), newField()] };
  expect(Object.keys(definitionFaults({ ...newField('choice'), name: '9' }, [])).toSorted()).toEqual([
    'choices',
    'label',
    'name',
  ]);
  expect(Object.keys(definitionFaults(whole, [whole, { ...whole }]))).toEqual(['name']);
  expect(Object.keys(definitionFaults(group, [group])).toSorted()).toEqual([
    'fields.0.label',
    'fields.0.name',
    'fields.1.label',
    'fields.1.name',
  ]);
  expect(Object.keys(definitionFaults({ ...whole, kind: 'number', min: 6 }, [whole]))).toEqual(['max']);
});
