import { z } from 'zod';
import { sentMarkup, sentText } from '../../kernel/input-kinds.ts';
import { cleanWhereNeeded } from '../../lib/clean-html/clean-html.ts';
import { fold } from '../../lib/fold.ts';
import { wholeOf } from '../../lib/numbers.ts';
import { isRecord } from '../../lib/records.ts';
import { whole } from '../../lib/schemas.ts';
import { timeZoneNamed } from '../../lib/time-zones.ts';
import { metaRules, metaText } from '../types/index.ts';
import type { MetaReferences, MetaRules } from '../types/index.ts';
import { maxEntries, maxValueLength } from './model.ts';
import type { FieldDefinition, SubField } from './model.ts';

const maxTextLength = { text: 1000, textarea: 20_000, rich_text: 200_000 } as const;
/** Indexed characters of a text; longer ones are compared by their beginning. */
const maxIndexedLength = 120;

/** Stored JSON as its value; anything else unchanged. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > maxValueLength) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?\s*$/i.test(value)
    ? Number(value)
    : value;

const words: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['1', true],
  ['true', true],
  [1, true],
  ['0', false],
  ['', false],
  ['false', false],
  [0, false],
]);

/** WordPress' field plugins store `20260131`. */
const asDate = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3') : value;

/** They store `2026-01-31 12:00:00`; inputs of browsers leave out the seconds. */
const asDateTime = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.trim().replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/, (_, date, time, seconds) => {
        return `${String(date)}T${String(time)}${String(seconds ?? ':00')}`;
      })
    : value;

/** One entry counts as a list; repeated ones are left out. */
function asList(value: unknown): unknown {
  const read = fromJson(value);
  if (Array.isArray(read)) return [...new Set(read)];
  return read === undefined || read === null || read === '' || isRecord(read) ? read : [read];
}

const id = z.preprocess((value) => wholeOf(value) ?? value, whole(1));
const listOf = (entry: z.ZodType, most = maxEntries) => z.preprocess(asList, z.array(entry).max(most));

/** Addresses that are safe in links: no scripts. */
const linkUrl = sentText(2000).refine(
  (url) =>
    /^(?:https?:\/\/|\/(?![/\\])|#|mailto:|tel:)[^\s\\]*$/i.test(url) &&
    URL.canParse(url, 'https://site.example'),
  'expected a URL that begins with http://, https://, mailto: or tel:, or a path that begins with /',
);

const link = z.preprocess(
  fromJson,
  z.strictObject({
    url: linkUrl,
    title: sentText(500).default(''),
    target: z.enum(['', '_blank']).default(''),
  }),
);

const place = z.preprocess(
  fromJson,
  z.strictObject({
    lat: z.preprocess(asNumber, z.number().min(-90).max(90)),
    lng: z.preprocess(asNumber, z.number().min(-180).max(180)),
    label: sentText(500).default(''),
  }),
);

const zoneFault = 'expected the name of a time zone, such as Europe/Berlin';

const localTime = z.iso
  .datetime({ local: true, precision: 0 })
  .refine((text) => !text.endsWith('Z'), 'expected a local time: 2026-01-31T12:00:00');

function numberSchema({ min, max, step }: SubField) {
  let schema = z.number();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  const base = min ?? 0;
  return z.preprocess(
    asNumber,
    step === undefined
      ? schema
      : schema.refine(
          (value) => isMultiple(value - base, step),
          `expected steps of ${step}${base === 0 ? '' : ` from ${base}`}`,
        ),
  );
}

/** With room for the rounding of binary fractions, such as 0.3 in steps of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

function schemaOf(field: SubField & Pick<Partial<FieldDefinition>, 'fields'>): z.ZodType {
  const { kind, multiple, max } = field;
  switch (kind) {
    case 'text':
    case 'textarea': {
      const text = sentText(Math.min(max ?? Infinity, maxTextLength[kind]));
      return field.format === 'time_zone'
        ? text.refine((name) => name === '' || timeZoneNamed(name) !== undefined, zoneFault)
        : text;
    }
    case 'rich_text':
      return sentMarkup(maxTextLength[kind]);
    case 'number':
      return numberSchema(field);
    case 'date':
      return z.preprocess(asDate, z.iso.date());
    case 'date_time':
      return z.preprocess(asDateTime, localTime);
    case 'choice': {
      const choice = z.enum((field.choices ?? []).map(({ value }) => value));
      return multiple ? listOf(choice) : choice;
    }
    case 'boolean':
      return z.preprocess((value) => words.get(value) ?? value, z.boolean());
    case 'gallery':
      return listOf(id);
    case 'image':
    case 'file':
      return id;
    case 'post':
    case 'term':
    case 'user':
      return multiple ? listOf(id) : id;
    case 'link':
      return link;
    case 'colour':
      return z.string().regex(/^#[0-9a-f]{6}$/i, 'expected a colour such as #1a2b3c');
    case 'place':
      return place;
    case 'group':
      return rowsSchema(field, false);
  }
}

/** `isStored`: what a row no longer fits is left out, so that the rest of it is shown. */
function rowsSchema(
  { fields = [], min, max }: Pick<FieldDefinition, 'fields' | 'min' | 'max'>,
  isStored: boolean,
) {
  const row = Object.fromEntries(
    fields.map((sub) => {
      const value = (isStored ? storedSchema(sub) : schemaOf(sub)).nullable().default(null);
      return [sub.name, isStored ? value.catch(null) : value];
    }),
  );
  const rows = z
    .array(isStored ? z.object(row) : z.strictObject(row))
    .max(Math.min(max ?? Infinity, maxEntries));
  return z.preprocess(
    fromJson,
    (min === undefined || isStored ? rows : rows.min(min)).refine(
      (value) => isStored || JSON.stringify(value).length <= maxValueLength,
      `a group holds at most ${maxValueLength} characters`,
    ),
  );
}

/** The schema of stored values, which leaves out what a changed definition no longer has: choices, and values of rows. */
function storedSchema(field: Definition): z.ZodType {
  if (field.kind === 'group') return rowsSchema(field, true);
  if (field.kind !== 'choice' || !field.multiple) return schemaOf(field);
  const known: ReadonlySet<unknown> = new Set(field.choices?.map(({ value }) => value));
  const stored = (value: unknown) => {
    const list = asList(value);
    return Array.isArray(list) ? list.filter((one) => known.has(one)) : list;
  };
  return z.preprocess(stored, z.array(z.string()).max(maxEntries));
}

type Definition = SubField & Pick<Partial<FieldDefinition>, 'fields' | 'min' | 'max'>;

/** Calls `visit` with each value of a field: the value itself, and those of a group's rows. */
export function eachValue(
  field: Definition,
  value: unknown,
  visit: (field: SubField, value: unknown) => void,
): void {
  if (value === undefined || value === null) return;
  if (field.kind !== 'group') return visit(field, value);
  for (const row of Array.isArray(value) ? value : [])
    if (isRecord(row)) for (const sub of field.fields ?? []) eachValue(sub, row[sub.name], visit);
}

export const idsOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');

/** The posts, files, terms and users that a value names. */
function referencesOf(field: Definition, value: unknown): MetaReferences[] {
  const found: MetaReferences[] = [];
  eachValue(field, value, ({ kind, post_types: postTypes, taxonomies, file_kinds: fileKinds }, one) => {
    const ids = idsOf(one);
    if (kind === 'image' || kind === 'gallery') found.push({ kind: 'image', ids });
    else if (kind === 'file') found.push({ kind, ids, allowed: fileKinds });
    else if (kind === 'post') found.push({ kind, ids, allowed: postTypes });
    else if (kind === 'term') found.push({ kind, ids, allowed: taxonomies });
    else if (kind === 'user') found.push({ kind, ids });
  });
  return found;
}

const namesPosts: ReadonlySet<Definition['kind']> = new Set(['post', 'image', 'gallery', 'file']);

function limitedTo({ kind, fields = [] }: Definition, value: unknown, ids: ReadonlySet<number>): unknown {
  if (kind === 'group' && Array.isArray(value))
    return value.map((row: unknown) =>
      isRecord(row)
        ? {
            ...row,
            ...Object.fromEntries(fields.map((sub) => [sub.name, limitedTo(sub, row[sub.name], ids)])),
          }
        : row,
    );
  if (!namesPosts.has(kind)) return value;
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'number' && ids.has(one));
  return typeof value === 'number' && ids.has(value) ? value : null;
}

const holdsMarkup = ({ kind, fields = [] }: Definition): boolean =>
  kind === 'rich_text' || fields.some((sub) => sub.kind === 'rich_text');

const cleaned = (html: unknown) => (typeof html === 'string' ? (cleanWhereNeeded([html])[0] ?? '') : html);

/** The value without markup that users without `unfiltered_html` can't write. */
function cleanValue({ kind, fields = [] }: Definition, value: unknown): unknown {
  if (kind === 'rich_text') return cleaned(value);
  if (kind !== 'group' || !Array.isArray(value)) return value;
  const markup = fields.filter((sub) => sub.kind === 'rich_text');
  return value.map((row: unknown) =>
    isRecord(row)
      ? { ...row, ...Object.fromEntries(markup.map(({ name }) => [name, cleaned(row[name])])) }
      : row,
  );
}

/** A date that is the end of a period isn't before its start. If only days count, times don't matter. */
function endRule(
  field: FieldDefinition,
  startName: string,
  startLabel: string,
): NonNullable<MetaRules['together']> {
  const { name, label, day_field: dayName } = field;
  const schema = schemaOf(field);
  return {
    names: [name, startName, ...(dayName === undefined ? [] : [dayName])],
    fault: (textOf) => {
      const [start, end] = [startName, name].map((one) => schema.safeParse(textOf(one)).data);
      if (typeof start !== 'string' || typeof end !== 'string') return undefined;
      const isDay = dayName !== undefined && words.get(textOf(dayName)) === true;
      const length = isDay ? 'yyyy-mm-dd'.length : end.length;
      return end.slice(0, length) < start.slice(0, length)
        ? `The field "${label}" is earlier (${end.slice(0, length)}) than "${startLabel}" (${start.slice(0, length)}).`
        : undefined;
    },
  };
}

/** The label of the first required field that a row of a group lacks. */
function lackingInRows(field: FieldDefinition, stored: string): string | undefined {
  const rows = decodeValue(field, stored);
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return field.fields?.find(
    ({ name, required }) =>
      required && Array.isArray(rows) && rows.some((row) => isRecord(row) && isEmpty(row[name])),
  )?.label;
}

/**
 * Schema of a field's values: parses sent values and stored texts. Its rules (`metaRules`) clean a value, name what it
 * refers to, and hold its default. `all`: the fields of its type, whose labels messages name.
 */
export function valueSchema(field: FieldDefinition, all: readonly FieldDefinition[] = []): z.ZodType {
  const schema = schemaOf(field).clone(); // its own object: rules are found by it
  const start =
    field.default === undefined || field.default === null ? undefined : schema.safeParse(field.default);
  metaRules.set(schema, {
    label: field.label,
    isMarkup: field.kind === 'rich_text',
    isRequired: field.required,
    ...(field.fields?.some(({ required }) => required)
      ? { lackingInRows: (stored: string) => lackingInRows(field, stored) }
      : {}),
    shown: storedSchema(field),
    ...(holdsMarkup(field) ? { clean: (value: unknown) => cleanValue(field, value) } : {}),
    references: (value) => referencesOf(field, value),
    ...(field.not_before === undefined
      ? {}
      : {
          together: endRule(
            field,
            field.not_before,
            all.find(({ name }) => name === field.not_before)?.label ?? field.not_before,
          ),
        }),
    limited: (value, ids) => limitedTo(field, value, ids),
    ...(start?.success ? { initial: metaText(start.data) } : {}),
  });
  return schema;
}

/** Why a definition's default can't be its value; undefined: it can, or the field has no default. */
export function defaultFault(field: SubField & Partial<FieldDefinition>): string | undefined {
  if (field.default === undefined || field.default === null) return undefined;
  const parsed = schemaOf(field).safeParse(field.default);
  return parsed.success ? undefined : parsed.error.issues.map(({ message }) => message).join('; ');
}

/** A field's value of a text that is not stored yet; undefined unless all of it fits. */
export const readValue = (field: FieldDefinition, sent: string): unknown =>
  schemaOf(field).safeParse(sent).data;

/** A field's value of a stored text; undefined without a value, or for one of another kind. */
export function decodeValue(field: FieldDefinition, stored: string | undefined): unknown {
  if (stored === undefined) return undefined;
  return storedSchema(field).safeParse(stored).data;
}

/** The text under which a value is stored. */
export const encodeValue = metaText;

/** Entries of the field's index for a value: numbers, or texts that are compared byte by byte. */
export type IndexEntries = { readonly numbers: readonly number[] } | { readonly texts: readonly string[] };

/** Whether values are compared as texts. */
export const hasTextIndex = ({ kind }: Pick<SubField, 'kind'>): boolean =>
  kind === 'text' || kind === 'choice' || kind === 'colour';

/** A text as the index holds it. */
export const indexedText = (kind: SubField['kind'], text: string): string =>
  kind === 'choice' ? text : fold(text).trim().slice(0, maxIndexedLength);

/** A date or local time as a number, as if it were in UTC. */
const timeOf = (text: string): number => Date.parse(text.length === 10 ? text : `${text}Z`);

/** A value as a number of the index; undefined: the field can't have it. */
export function indexedNumber({ kind }: Pick<SubField, 'kind'>, value: unknown): number | undefined {
  const number =
    typeof value === 'boolean'
      ? Number(value)
      : (kind === 'date' || kind === 'date_time') && typeof value === 'string'
        ? timeOf(value)
        : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The entries of the index for a decoded value. */
export function indexEntries(field: FieldDefinition, value: unknown): IndexEntries {
  const list: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  if (hasTextIndex(field))
    return {
      texts: [
        ...new Set(list.flatMap((one) => (typeof one === 'string' ? [indexedText(field.kind, one)] : []))),
      ].filter((text) => text !== ''),
    };
  return {
    numbers: [...new Set(list.flatMap((one) => indexedNumber(field, one) ?? []))],
  };
}

/** The texts of a value that searches find: labels of choices, titles of links, names of places; HTML of rich text. */
export function searchedTexts(field: FieldDefinition, value: unknown): string[] {
  const found: string[] = [];
  eachValue(field, value, ({ kind, choices = [] }, one) => {
    if ((kind === 'text' || kind === 'textarea' || kind === 'rich_text') && typeof one === 'string')
      found.push(kind === 'rich_text' ? one : one.replaceAll('<', '&lt;'));
    else if (kind === 'choice')
      for (const { value: chosen, label } of choices)
        if (one === chosen || (Array.isArray(one) && one.includes(chosen))) found.push(label);
    if (kind === 'link' && isRecord(one)) found.push(String(one['title'] ?? ''));
    if (kind === 'place' && isRecord(one)) found.push(String(one['label'] ?? ''));
  });
  return found;
}

/** A value of a query as it is in the index; undefined: it is no value of the field. Bounds and steps don't matter. */
export function indexedOf(field: FieldDefinition, sent: unknown): number | string | undefined {
  const { min: _min, max: _max, step: _step, ...open } = field;
  const isDay = field.kind === 'date_time' && typeof sent === 'string' && /^\d{4}-\d\d-\d\d$/.test(sent);
  const read = schemaOf({ ...open, multiple: false }).safeParse(isDay ? `${sent}T00:00:00` : sent);
  if (!read.success) return undefined;
  if (!hasTextIndex(field)) return indexedNumber(field, read.data);
  return typeof read.data === 'string' ? indexedText(field.kind, read.data) : undefined;
}
