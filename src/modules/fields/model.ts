import { z } from 'zod';
import { sentLine, sentName, sentText } from '../../kernel/input-kinds.ts';
import { fileKinds } from '../../lib/file-kinds.ts';
import { whole } from '../../lib/schemas.ts';
import { schemaProperties } from './schema-properties.ts';

/** Kinds of fields; `group` is a list of rows of other fields. */
export const fieldKinds = [
  'text',
  'textarea',
  'rich_text',
  'number',
  'date',
  'date_time',
  'choice',
  'boolean',
  'image',
  'file',
  'gallery',
  'link',
  'colour',
  'place',
  'post',
  'term',
  'user',
  'group',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** Fields of a type, and of a group. */
export const maxFields = { ofType: 100, ofGroup: 30 } as const;
/** UTF-16 units of a value as it is stored. */
export const maxValueLength = 1_000_000;
/** Most entries of lists: rows of a group, pictures of a gallery, and relations or choices of one field. */
export const maxEntries = 200;

/** Formats of a text: `time_zone` is a name of the time zone database. */
export const textFormats = ['time_zone'] as const;

export const fieldNamePattern = /^[a-z][a-z0-9_]{0,63}$/;

const choice = z.strictObject({
  value: sentText(100).refine(
    (value) => value.trim() === value && value !== '' && !/\p{Cc}/u.test(value),
    'it is one line of text without spaces around it',
  ),
  label: sentName(200),
});

const flag = z.boolean().default(false);
const finite = z.number().min(-1e15).max(1e15);

/** Settings that every kind has; those of some kinds are in `settingsOf`. */
const common = {
  name: z
    .string()
    .regex(
      fieldNamePattern,
      'a name has 1 to 64 small letters, digits and underscores, and begins with a letter',
    )
    .refine(
      (name) => name !== 'constructor',
      'every JavaScript object has a "constructor"; choose another name',
    ),
  kind: z.enum(fieldKinds),
  label: sentName(200),
  /** Shown below the field in forms. */
  help: sentLine(1000).default(''),
  /** A post can't be published without a value. */
  required: flag,
  /** Value of new posts whose author sends none. */
  default: z.unknown().optional(),
  /** Several choices or relations. */
  multiple: flag,
  /** Bounds of a number, or of the number of rows of a group. */
  min: finite.optional(),
  max: finite.optional(),
  step: finite.positive().optional(),
  /** Shown after a number, such as "kcal". */
  unit: sentLine(20).optional(),
  /** A number is shown with its maximum: "9 / 10". */
  show_max: z.boolean().optional(),
  /** The number is an amount of money: an ISO 4217 code, or the name of the text field next to it that has the code. */
  currency: z
    .string()
    .regex(
      /^(?:[A-Z]{3}|[a-z][a-z0-9_]{0,63})$/,
      'a currency is a code of three capital letters, such as EUR, or the name of the text field that has the code',
    )
    .optional(),
  choices: z.array(choice).min(1).max(maxEntries).optional(),
  /** Post types that a relation accepts; without them all public ones. */
  post_types: z.array(z.string().max(20)).min(1).max(50).optional(),
  /** Taxonomies that a relation accepts; without them all public ones. */
  taxonomies: z.array(z.string().max(32)).min(1).max(50).optional(),
  /** Format of a text; without it, any text is valid. */
  format: z.enum(textFormats).optional(),
  /** Kinds of files that a file may have; without them all. */
  file_kinds: z.array(z.enum(fileKinds)).min(1).max(fileKinds.length).optional(),
};

const otherField = z.string().max(64);

/** Settings of fields that are not part of a group. */
const usage = {
  /** Shown as a column in lists of posts, which can be sorted by it (`sortedKinds`). */
  is_column: flag,
  /** Lists can be filtered by it (`filteredKinds`). */
  is_filter: flag,
  /** Its text is found by searches (`searchedKinds`). */
  is_searched: flag,
  /** Name of a date of the same kind, of which this one is the end: it can't be earlier. */
  not_before: otherField.optional(),
  /** Name of a text with the time zone of this local time; without it, or without a value, the site's. */
  zone_field: otherField.optional(),
  /** Name of a yes/no field: with yes, only the day counts. */
  day_field: otherField.optional(),
  /** Property of the post's structured data. */
  schema_property: z.enum(schemaProperties).optional(),
};

const subField = z.strictObject(common);
export type SubField = z.output<typeof subField>;

const wholeField = z.strictObject({
  ...common,
  ...usage,
  fields: z.array(subField).min(1).max(maxFields.ofGroup).optional(),
});

/** The definition of a field, as REST sends and receives it. */
export type FieldDefinition = z.output<typeof wholeField>;

type Setting = Exclude<keyof FieldDefinition, 'name' | 'kind' | 'label' | 'help' | 'required'>;

const relation = ['multiple'] as const;
/** Settings that a kind has beyond those of all kinds. */
const settingsOf: Readonly<Record<FieldKind, readonly Setting[]>> = {
  text: ['default', 'max', 'format', 'is_column', 'is_filter', 'is_searched', 'schema_property'],
  textarea: ['default', 'max', 'is_column', 'is_searched', 'schema_property'],
  rich_text: ['default', 'is_searched'],
  number: [
    'default',
    'min',
    'max',
    'step',
    'unit',
    'show_max',
    'currency',
    'is_column',
    'is_filter',
    'schema_property',
  ],
  date: ['default', 'not_before', 'is_column', 'is_filter', 'schema_property'],
  date_time: [
    'default',
    'not_before',
    'zone_field',
    'day_field',
    'is_column',
    'is_filter',
    'schema_property',
  ],
  choice: ['default', 'choices', 'multiple', 'is_column', 'is_filter', 'is_searched', 'schema_property'],
  boolean: ['default', 'is_column', 'is_filter', 'schema_property'],
  image: ['is_column'],
  file: ['file_kinds', 'is_column'],
  gallery: [],
  link: ['is_column', 'is_searched', 'schema_property'],
  colour: ['default', 'is_column', 'is_filter'],
  place: ['is_column', 'is_searched', 'schema_property'],
  post: [...relation, 'post_types', 'is_column', 'is_filter'],
  term: [...relation, 'taxonomies', 'is_column', 'is_filter'],
  user: [...relation, 'is_column', 'is_filter'],
  group: ['min', 'max', 'fields', 'is_searched'],
};

export const mayHave = (kind: FieldKind, setting: Setting): boolean => settingsOf[kind].includes(setting);

/** Kinds whose single value sorts lists. */
const sortedKinds: ReadonlySet<FieldKind> = new Set([
  'text',
  'number',
  'date',
  'date_time',
  'choice',
  'boolean',
]);

export const isSorted = ({ kind, multiple, is_column: isColumn }: FieldDefinition): boolean =>
  isColumn && !multiple && sortedKinds.has(kind);

/** Whether the field has rows in an index table. */
export const isIndexed = (field: FieldDefinition): boolean => field.is_filter || isSorted(field);

type Fault = (path: PropertyKey[], message: string) => void;

const isUnset = (value: unknown) => value === undefined || value === false;

function checkSettings(field: SubField & Partial<FieldDefinition>, fault: Fault): void {
  const { kind, min, max, choices } = field;
  const allowed: readonly string[] = settingsOf[kind];
  for (const [setting, value] of Object.entries(field))
    if (!allowed.includes(setting) && !forAll.has(setting) && !isUnset(value))
      fault([setting], `a field of the kind ${kind} has no "${setting}"; leave it out`);
  if (min !== undefined && max !== undefined && min > max) fault(['max'], 'it is less than "min"');
  if (kind !== 'number')
    for (const [setting, bound] of [
      ['min', min],
      ['max', max],
    ] as const)
      if (bound !== undefined && (!Number.isInteger(bound) || bound < 0))
        fault([setting], 'it is a whole number of 0 or more');
  if (field.show_max && max === undefined) fault(['show_max'], 'it needs a maximum');
  if (kind === 'choice' && !choices) fault(['choices'], 'a choice needs choices');
  if (new Set(choices?.map(({ value }) => value)).size !== (choices?.length ?? 0))
    fault(['choices'], 'two choices have the same value');
}

const forAll: ReadonlySet<string> = new Set(['name', 'kind', 'label', 'help', 'required']);

function checkNames(fields: readonly { readonly name: string }[], fault: Fault, path: PropertyKey[]): void {
  const seen = new Set<string>();
  for (const [place, { name }] of fields.entries()) {
    if (seen.has(name)) fault([...path, place, 'name'], `two fields are named "${name}"`);
    seen.add(name);
  }
}

/** The definition of one field, without a check of its default value (`checkDefaults` of `values.ts`). */
export const fieldDefinition = wholeField.check(({ value: field, issues }) => {
  const fault: Fault = (path, message) =>
    void issues.push({ code: 'custom', input: field.name, path, message });
  checkSettings(field, fault);
  if (field.kind === 'group' && !field.fields) fault(['fields'], 'a group needs fields');
  for (const [place, sub] of (field.fields ?? []).entries()) {
    const inside: Fault = (path, message) => fault(['fields', place, ...path], message);
    if (sub.kind === 'group') inside(['kind'], 'a group has no groups');
    else checkSettings(sub, inside);
  }
  checkNames(field.fields ?? [], fault, ['fields']);
});

export type SentFieldDefinition = z.input<typeof fieldDefinition>;

const namingSettings = ['not_before', 'zone_field', 'day_field'] as const;

/** The settings that name another field which doesn't exist, or isn't of the kind that they need. */
function misnamed(
  { name, kind, ...field }: FieldDefinition,
  byName: ReadonlyMap<string, FieldDefinition>,
): (typeof namingSettings)[number][] {
  const fits = {
    not_before: (other: FieldDefinition) => other.kind === kind && other.name !== name,
    zone_field: (other: FieldDefinition) => other.format === 'time_zone',
    day_field: (other: FieldDefinition) => other.kind === 'boolean',
  };
  return namingSettings.filter((setting) => {
    const named = field[setting];
    const other = named === undefined ? undefined : byName.get(named);
    return named !== undefined && !(other && fits[setting](other));
  });
}

const needs = {
  not_before: 'another field of the same kind',
  zone_field: 'a text field with the format "time_zone"',
  day_field: 'a field of the kind boolean',
} as const;

const byNameOf = (fields: readonly FieldDefinition[]) => new Map(fields.map((field) => [field.name, field]));

function checkOthers(fields: readonly FieldDefinition[], fault: Fault): void {
  const byName = byNameOf(fields);
  for (const [place, field] of fields.entries())
    for (const setting of misnamed(field, byName))
      fault([place, setting], `"${field[setting]}" is not ${needs[setting]}`);
}

/** Fields without settings that name a field which is missing or doesn't fit, as fields of several sources may. */
export function withoutMisnamed(fields: readonly FieldDefinition[]): FieldDefinition[] {
  const byName = byNameOf(fields);
  return fields.map((field) => {
    const left = misnamed(field, byName).map((setting) => [setting, undefined] as const);
    return left.length === 0 ? field : { ...field, ...Object.fromEntries(left) };
  });
}

export const fieldDefinitions = z
  .array(fieldDefinition)
  .max(maxFields.ofType)
  .check(({ value: fields, issues }) => {
    const fault: Fault = (path, message) =>
      void issues.push({ code: 'custom', input: fields.length, path, message });
    checkNames(fields, fault, []);
    checkOthers(fields, fault);
  });

/** A field with its id, under which its values are indexed. */
export interface Field extends FieldDefinition {
  readonly id: number;
  /** Whether all stored values are indexed; lists are neither filtered nor sorted by it before. */
  readonly isReady: boolean;
}

/** The fields of a post type, in the order of forms. */
export interface FieldSet {
  readonly type: string;
  /** 0: never saved. */
  readonly revision: number;
  readonly fields: readonly Field[];
}

export const revisionNumber = whole(0);
