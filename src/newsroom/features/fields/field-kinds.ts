import { say } from '../../words.ts';
import type { FieldDefinition, FieldKind, FormField, StoredField } from './field-values.ts';

interface Kind {
  readonly kind: FieldKind;
  readonly label: string;
  readonly settings: readonly Setting[];
}

export type Setting = Exclude<keyof FieldDefinition, 'name' | 'kind' | 'label' | 'help' | 'required'>;

const usage = ['is_column', 'is_filter', 'schema_property'] as const;

/** All kinds in the order of menus, with the settings that each has beyond those of all (`modules/fields/model.ts`). */
export const fieldKinds: readonly Kind[] = [
  { kind: 'text', label: say('Text'), settings: ['default', 'max', 'format', 'is_searched', ...usage] },
  {
    kind: 'textarea',
    label: say('Text area'),
    settings: ['default', 'max', 'is_column', 'is_searched', 'schema_property'],
  },
  { kind: 'rich_text', label: say('Formatted text'), settings: ['default', 'is_searched'] },
  {
    kind: 'number',
    label: say('Number'),
    settings: ['default', 'min', 'max', 'step', 'unit', 'show_max', 'currency', ...usage],
  },
  { kind: 'date', label: say('Date'), settings: ['default', 'not_before', ...usage] },
  {
    kind: 'date_time',
    label: say('Date and time'),
    settings: ['default', 'not_before', 'zone_field', 'day_field', ...usage],
  },
  {
    kind: 'choice',
    label: say('Choice'),
    settings: ['default', 'choices', 'multiple', 'is_searched', ...usage],
  },
  { kind: 'boolean', label: say('Yes or no'), settings: ['default', ...usage] },
  { kind: 'image', label: say('Image'), settings: ['is_column'] },
  { kind: 'file', label: say('File'), settings: ['file_kinds', 'is_column'] },
  { kind: 'gallery', label: say('Gallery'), settings: [] },
  { kind: 'link', label: say('Link'), settings: ['is_column', 'is_searched', 'schema_property'] },
  { kind: 'colour', label: say('Color'), settings: ['default', 'is_column', 'is_filter'] },
  { kind: 'place', label: say('Place'), settings: ['is_column', 'is_searched', 'schema_property'] },
  { kind: 'post', label: say('Posts'), settings: ['multiple', 'post_types', 'is_column', 'is_filter'] },
  { kind: 'term', label: say('Terms'), settings: ['multiple', 'taxonomies', 'is_column', 'is_filter'] },
  { kind: 'user', label: say('Users'), settings: ['multiple', 'is_column', 'is_filter'] },
  { kind: 'group', label: say('Group of fields'), settings: ['min', 'max', 'fields', 'is_searched'] },
];

const byKind = new Map(fieldKinds.map((one) => [one.kind, one]));

export const kindLabel = (kind: FieldKind): string => byKind.get(kind)?.label ?? kind;

export const hasSetting = (kind: FieldKind, setting: Setting): boolean =>
  byKind.get(kind)?.settings.includes(setting) ?? false;

/** Settings of fields outside of groups only. */
const ofWhole: readonly Setting[] = [
  'is_column',
  'is_filter',
  'is_searched',
  'schema_property',
  'not_before',
  'zone_field',
  'day_field',
  'fields',
];

/** A field as it is edited: its settings, with those of kinds that it had before. */
export type EditedField = FormField & Partial<FieldDefinition>;

export const newField = (kind: FieldKind = 'text'): EditedField => ({
  name: '',
  kind,
  label: '',
  help: '',
  required: false,
  multiple: false,
});

/** The definition as it is sent: settings of its kind that have a value. */
export function sentField(field: EditedField, isSub = false): EditedField {
  const { name, kind, label, help, required } = field;
  const settings = (byKind.get(kind)?.settings ?? []).filter(
    (setting) => !(isSub && ofWhole.includes(setting)),
  );
  const values = settings.flatMap((setting) => {
    const value = setting === 'fields' ? field.fields?.map((sub) => sentField(sub, true)) : field[setting];
    return value === undefined || value === null ? [] : [[setting, value] as const];
  });
  return { multiple: false, ...Object.fromEntries(values), name, kind, label, help, required };
}

/** A stored definition for editing. */
export function editedField({ is_ready: _isReady, ...field }: StoredField): EditedField {
  return field;
}

/** A name made from a label: small letters, digits and underscores. */
export function nameFrom(label: string): string {
  const words = label
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  const name = (words ?? [])
    .join('_')
    .replace(/^[_0-9]+/, '')
    .slice(0, 64);
  return name.endsWith('_') ? name.slice(0, -1) : name;
}

const lengths = [
  ['label', 200],
  ['help', 1000],
  ['unit', 20],
] as const;
const currencyPattern = /^(?:[A-Z]{3}|[a-z][a-z0-9_]{0,63})$/;
const namePattern = /^[a-z][a-z0-9_]{0,63}$/;

/** Messages about a definition by setting; those of sub-fields by `fields.2.name`. */
export function definitionFaults(
  field: EditedField,
  siblings: readonly EditedField[],
): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (field.label.trim() === '') faults['label'] = say('Enter a label.');
  for (const [setting, most] of lengths) {
    const { length } = field[setting] ?? '';
    if (length > most)
      faults[setting] = say('At most %1$d characters are allowed; these are %2$d.', most, length);
  }
  if (!namePattern.test(field.name))
    faults['name'] = say('Enter a name of small letters, digits and underscores that begins with a letter.');
  else if (siblings.filter(({ name }) => name === field.name).length > 1)
    faults['name'] = say('Another field has this name.');
  if (field.kind === 'choice') {
    const values = (field.choices ?? []).map(({ value }) => value.trim());
    if (values.length === 0) faults['choices'] = say('Add at least one choice.');
    else if (values.includes('') || (field.choices ?? []).some(({ label }) => label.trim() === ''))
      faults['choices'] = say('Each choice needs a value and a label.');
    else if (new Set(values).size < values.length)
      faults['choices'] = say('Two choices have the same value.');
  }
  if (
    field.min !== undefined &&
    field.max !== undefined &&
    field.min > field.max &&
    hasSetting(field.kind, 'min')
  )
    faults['max'] = say('The maximum is less than the minimum.');
  if (field.kind === 'number') {
    if (field.show_max && field.max === undefined) faults['show_max'] = say('Enter the maximum.');
    if (field.currency !== undefined && !currencyPattern.test(field.currency))
      faults['currency'] = say('Enter a code such as EUR, or the name of the text field that has the code.');
  }
  if (field.kind === 'group') {
    const subs = field.fields ?? [];
    if (subs.length === 0) faults['fields'] = say('Add at least one field.');
    for (const [at, sub] of subs.entries())
      for (const [setting, message] of Object.entries(definitionFaults(sub, subs)))
        faults[`fields.${at}.${setting}`] = message;
  }
  return faults;
}
