import { z } from 'zod';
import { isRecord } from '../../../lib/records.ts';
import { wholeOf } from '../../../lib/numbers.ts';
import { boundsOf } from '../../../lib/schemas.ts';
import { InvalidParamsError, MissingParamsError } from './rest-errors.ts';
import type { ParamFault } from './rest-errors.ts';
import { KeyedValue, nested } from './query-string.ts';
import { contexts } from './resource.ts';

const maxValues = 500;
const maxTextLength = 500;

export interface RefineContext {
  readonly issues: {
    push(issue: { code: 'custom'; input: unknown; message: string; params: { code: string } }): unknown;
  };
}

/** Reports a fault with WordPress' message; `%s` becomes the parameter's name. */
export function refuse(context: RefineContext, input: unknown, code: string, message: string): never {
  context.issues.push({ code: 'custom', input, message, params: { code } });
  return z.NEVER;
}

function refused(...fault: Parameters<typeof refuse>): undefined {
  refuse(...fault);
}

/**
 * Raw input: text, a list or keyed values from a query or form, any value from JSON; undefined: not sent. `Sent` only
 * documents the type for our own clients.
 */
export const sentAs = <Sent>() => z.custom<Sent | undefined>();

/** Parses an integer like PHP: `7.0` is one. */
const readWhole = (value: unknown) => wholeOf(typeof value === 'string' ? value.replace(/\.0+$/, '') : value);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

function boundsMessage({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined)
    return `%s must be between ${min} (inclusive) and ${max} (inclusive)`;
  return min === undefined
    ? `%s must be less than or equal to ${max}`
    : `%s must be greater than or equal to ${min}`;
}

function whole(value: unknown, context: RefineContext, bounds: Bounds): number {
  const number = readWhole(value);
  if (number === undefined) return refuse(context, value, 'rest_invalid_type', '%s is not of type integer.');
  if (number < (bounds.min ?? -Infinity) || number > (bounds.max ?? Infinity))
    return refuse(context, value, 'rest_out_of_bounds', boundsMessage(bounds));
  return number;
}

const schemaBounds = ({ min, max }: Bounds) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

export function wholeParam(fallback: number, bounds: Bounds = {}) {
  return sentAs<number>()
    .transform((value: unknown, context): number =>
      value === undefined ? fallback : whole(value, context, bounds),
    )
    .meta({ type: 'integer', default: fallback, ...schemaBounds(bounds) });
}

/** An integer; undefined if it is not sent. */
export function optionalWhole(bounds: Bounds = {}) {
  return sentAs<number>()
    .transform((value: unknown, context): number | undefined =>
      value === undefined ? undefined : whole(value, context, bounds),
    )
    .meta({ type: 'integer', ...schemaBounds(bounds) });
}

/** A writable integer with the bounds of the command's `field`; undefined if it is not sent. */
export function writtenWhole(field: z.ZodType) {
  return optionalWhole(boundsOf(field));
}

/** Entries of a list sent as `a,b`, `a b` or `name[]=a`. */
function entries(value: unknown, context: RefineContext): readonly string[] | undefined {
  if (!Array.isArray(value) && typeof value !== 'string')
    return refused(context, value, 'rest_invalid_type', '%s is not of type array.');
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : value.split(/[\s,]+/).filter((entry) => entry !== '');
  if (list.length > maxValues)
    return refused(context, value, 'rest_too_many_items', `%s must contain at most ${maxValues} items.`);
  const invalidIndex = list.findIndex((entry) => typeof entry !== 'string' && typeof entry !== 'number');
  if (invalidIndex >= 0)
    return refused(context, value, 'rest_invalid_type', `%s[${invalidIndex}] is not of type string.`);
  return list.map(String);
}

export function idsParam() {
  return sentAs<readonly number[]>()
    .transform((value: unknown, context): number[] | undefined => {
      const ids = value === undefined ? undefined : idList(value, context);
      return ids?.length === 0 ? undefined : ids;
    })
    .meta({ type: 'array', items: { type: 'integer' }, default: [] });
}

/** Unique ids; undefined: reported as a fault. */
function idList(value: unknown, context: RefineContext): number[] | undefined {
  const list = entries(value, context);
  const ids = list?.map(readWhole);
  const invalidIndex = ids?.indexOf(undefined) ?? -1;
  if (invalidIndex >= 0)
    return refused(context, value, 'rest_invalid_type', `%s[${invalidIndex}] is not of type integer.`);
  return ids && [...new Set(ids.filter((id) => id !== undefined))];
}

export interface SentTerms {
  readonly ids: readonly number[];
  /** Posts must have all of the terms. */
  readonly every: boolean;
  /** Descendants match, too. */
  readonly withBelow: boolean;
}

/** Ids of terms, or an object with `terms`, for hierarchical taxonomies `include_children`, and `operator` if all can be required. */
export function termsParam({
  isHierarchical,
  hasOperator,
}: {
  readonly isHierarchical: boolean;
  readonly hasOperator: boolean;
}) {
  const operators = ['AND', 'OR'] as const;
  const properties = {
    terms: { type: 'array', items: { type: 'integer' }, default: [] },
    ...(isHierarchical ? { include_children: { type: 'boolean', default: false } } : {}),
    ...(hasOperator ? { operator: { type: 'string', enum: [...operators], default: 'OR' } } : {}),
  };
  return sentAs<
    | readonly number[]
    | {
        readonly terms: readonly number[];
        readonly include_children?: boolean;
        readonly operator?: 'AND' | 'OR';
      }
  >()
    .transform((value: unknown, context): SentTerms | undefined => {
      if (value === undefined) return undefined;
      const sent = value instanceof KeyedValue ? nested(value) : value;
      const {
        terms = sent,
        include_children: below,
        operator,
        ...others
      }: Record<string, unknown> = isRecord(sent) ? { terms: [], ...sent } : {};
      const unknown = [
        ...Object.keys(others),
        ...(isHierarchical || below === undefined ? [] : ['include_children']),
        ...(hasOperator || operator === undefined ? [] : ['operator']),
      ][0];
      if (unknown !== undefined) {
        const takes = Object.keys(properties).join(', ');
        return refuse(
          context,
          value,
          'rest_additional_properties_forbidden',
          `%s has no property "${unknown.slice(0, 80)}"; it accepts ${takes}.`,
        );
      }
      const isKnown = operator === undefined || operators.some((one) => one === operator);
      if (!isKnown)
        return refuse(
          context,
          value,
          'rest_not_in_enum',
          `%s[operator] is not one of ${operators.join(', ')}.`,
        );
      const ids = idList(terms, context);
      const withBelow = yesOrNo(below, context, '%s[include_children]');
      return ids && ids.length > 0
        ? { ids, every: operator === 'AND', withBelow: withBelow === true }
        : undefined;
    })
    .meta({
      type: ['object', 'array'],
      oneOf: [
        { type: 'array', items: { type: 'integer' } },
        { type: 'object', properties, additionalProperties: false },
      ],
    });
}

/** PostgreSQL rejects null bytes in text. */
const isClean = (text: string) => !text.includes('\0');

export function wordsParam() {
  return sentAs<readonly string[]>()
    .transform((value: unknown, context): string[] | undefined => {
      if (value === undefined) return undefined;
      const list = entries(value, context);
      if (!list) return z.NEVER;
      if (!list.every((entry) => isClean(entry) && entry.length <= maxTextLength)) {
        return refuse(
          context,
          value,
          'rest_invalid_pattern',
          '%s contains a value that is too long or has a null byte.',
        );
      }
      return list.length === 0 ? undefined : [...new Set(list)];
    })
    .meta({ type: 'array', items: { type: 'string' } });
}

export function choicesParam<const Choice extends string>(
  choices: readonly Choice[],
  fallback?: NoInfer<Choice>,
) {
  return sentAs<readonly Choice[]>()
    .transform((value: unknown, context): Choice[] | undefined => {
      if (value === undefined) return fallback && [fallback];
      const list = entries(value, context);
      if (!list) return z.NEVER;
      const chosen = list.map((entry) => choices.find((choice) => choice === entry));
      const invalidIndex = chosen.indexOf(undefined);
      if (invalidIndex >= 0)
        return refuse(
          context,
          value,
          'rest_not_in_enum',
          `%s[${invalidIndex}] is not one of ${choices.join(', ')}.`,
        );
      return chosen.length === 0 ? undefined : chosen.filter((choice) => choice !== undefined);
    })
    .meta({
      type: 'array',
      items: { type: 'string', enum: [...choices] },
      ...(fallback === undefined ? {} : { default: fallback }),
    });
}

export function choiceParam<const Choice extends string>(
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
) {
  return sentAs<Choice>()
    .transform((value: unknown, context): Choice => {
      if (value === undefined) return fallback;
      const chosen = choices.find((choice) => choice === value);
      return chosen ?? refuse(context, value, 'rest_not_in_enum', `%s is not one of ${choices.join(', ')}.`);
    })
    .meta({ type: 'string', enum: [...choices], default: fallback });
}

export function optionalChoice<const Choice extends string>(choices: readonly Choice[]) {
  return sentAs<Choice>()
    .transform((value: unknown, context): Choice | undefined => {
      if (value === undefined) return undefined;
      return (
        choices.find((choice) => choice === value) ??
        refuse(context, value, 'rest_not_in_enum', `%s is not one of ${choices.join(', ')}.`)
      );
    })
    .meta({ type: 'string', enum: [...choices] });
}

export function textParam(format?: TextFormat) {
  return sentAs<string>()
    .transform((value: unknown, context): string | undefined => {
      if (value === undefined) return undefined;
      if (typeof value !== 'string')
        return refuse(context, value, 'rest_invalid_type', '%s is not of type string.');
      if (value.length > maxTextLength)
        return refuse(
          context,
          value,
          'rest_too_long',
          `%s must be at most ${maxTextLength} characters long.`,
        );
      if (!isClean(value)) return refuse(context, value, 'rest_invalid_pattern', '%s contains a null byte.');
      return value.trim() === '' ? undefined : value;
    })
    .meta({ type: 'string', ...(format && { format }) });
}

export function wordParam(fallback: string) {
  return textParam()
    .transform((value): string => value ?? fallback)
    .meta({ type: 'string', default: fallback });
}

function written(value: unknown, context: RefineContext, maxLength: number): string {
  if (typeof value !== 'string')
    return refuse(context, value, 'rest_invalid_type', '%s is not of type string.');
  if (value.length > maxLength)
    return refuse(context, value, 'rest_too_long', `%s must be at most ${maxLength} characters long.`);
  if (!isClean(value)) return refuse(context, value, 'rest_invalid_pattern', '%s contains a null byte.');
  return value;
}

/** Documented format; the reader of the value validates it. */
type TextFormat = 'email' | 'uri' | 'uuid';

/** Characters of a field whose command declares no maximum, such as a time zone or an enum. */
const maxUnbounded = 1000;

function maxLengthOf(field: z.ZodType): number {
  return z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }).maxLength ?? maxUnbounded;
}

/** A writable text with the maximum of the command's `field`; may be empty. Undefined if it is not sent. */
export function writtenText(field: z.ZodType, format?: TextFormat) {
  const maxLength = maxLengthOf(field);
  return sentAs<string>()
    .transform((value: unknown, context): string | undefined =>
      value === undefined ? undefined : written(value, context, maxLength),
    )
    .meta({ type: 'string', maxLength, ...(format && { format }) });
}

/** The same, sent as text or as `{raw: text}`; an object without `raw` counts as not sent. */
export function rawText(field: z.ZodType) {
  const maxLength = maxLengthOf(field);
  return sentAs<string | { readonly raw: string }>()
    .transform((value: unknown, context): string | undefined => {
      const text = isRecord(value) && !(value instanceof KeyedValue) ? value['raw'] : value;
      return text === undefined ? undefined : written(text, context, maxLength);
    })
    .meta({ type: 'object', properties: { raw: { type: 'string', maxLength } } });
}

/** Ids that replace the stored ones; an empty list means none. Undefined if not sent. */
export function writtenIds() {
  return sentAs<readonly number[]>()
    .transform((value: unknown, context): number[] | undefined => {
      return value === undefined ? undefined : idList(value, context);
    })
    .meta({ type: 'array', items: { type: 'integer' } });
}

/** Strings that replace the stored ones; an empty list means none. Undefined if not sent. */
export function writtenWords() {
  return sentAs<readonly string[]>()
    .transform((value: unknown, context): string[] | undefined => {
      const list = value === undefined ? undefined : entries(value, context)?.filter((entry) => entry !== '');
      if (list?.every((entry) => isClean(entry) && entry.length <= maxTextLength) ?? true) return list;
      return refuse(
        context,
        value,
        'rest_invalid_pattern',
        '%s contains a value that is too long or has a null byte.',
      );
    })
    .meta({ type: 'array', items: { type: 'string' } });
}

/**
 * An object with the known `properties` as JSON Schema; accepts an empty list, which PHP writes for an empty object.
 * Undefined if it is not sent.
 */
export function objectParam(properties?: Readonly<Record<string, unknown>>) {
  return sentAs<Readonly<Record<string, unknown>>>()
    .transform((value: unknown, context): Readonly<Record<string, unknown>> | undefined => {
      const sent = value instanceof KeyedValue ? nested(value) : value;
      if (sent === undefined || isRecord(sent)) return sent;
      return Array.isArray(sent) && sent.length === 0
        ? {}
        : refuse(context, sent, 'rest_invalid_type', '%s is not of type object.');
    })
    .meta({ type: 'object', ...(properties && { properties }) });
}

/** Parses with a command's schema; a fault names the place in the value. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
  context: RefineContext,
): z.output<Schema> {
  const read = schema.safeParse(sent);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const place = (first?.path ?? []).map((key) => `[${String(key)}]`).join('');
  const fault = first?.message ?? 'it could not be read.';
  return refuse(context, sent, 'rest_invalid_param', `%s${place}: ${fault}`);
}

/** An object that is parsed with a command's schema; undefined if it is not sent. */
export function structParam<Schema extends z.ZodObject>(schema: Schema) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return sentAs<z.input<Schema>>()
    .transform((value: unknown, context): z.output<Schema> | undefined => {
      const sent = value instanceof KeyedValue ? nested(value) : value;
      if (sent === undefined) return undefined;
      if (!isRecord(sent)) return refuse(context, value, 'rest_invalid_type', '%s is not of type object.');
      return parseWith(schema, sent, context);
    })
    .meta(described);
}

export function shape<Value>(schema: Readonly<Record<string, unknown>>) {
  return z.custom<Value>().meta(schema);
}

export function offParam() {
  return sentAs<boolean>()
    .transform((value: unknown, context): boolean => yesOrNo(value, context, '%s') ?? false)
    .meta({ type: 'boolean', default: false });
}

export function flagParam() {
  return sentAs<boolean>()
    .transform((value: unknown, context): boolean | undefined => yesOrNo(value, context, '%s'))
    .meta({ type: 'boolean' });
}

function yesOrNo(value: unknown, context: RefineContext, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const word =
    typeof value === 'string' ? value.toLowerCase() : value === 0 || value === 1 ? String(value) : '?';
  if (['true', '1'].includes(word)) return true;
  if (['false', '0', ''].includes(word)) return false;
  return refuse(context, value, 'rest_invalid_type', `${name} is not of type boolean.`);
}

export function flagOrWords() {
  const words = wordsParam();
  return sentAs<boolean | readonly string[]>()
    .transform((value: unknown, context): boolean | string[] | undefined => {
      const isFlag =
        value === undefined ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && /^(?:true|false|[01]?)$/i.test(value));
      if (isFlag) return yesOrNo(value, context, '%s');
      const read = words.safeParse(value);
      return read.success
        ? read.data
        : refuse(context, value, 'rest_invalid_type', '%s is neither a boolean nor a list of strings.');
    })
    .meta({ type: ['boolean', 'array'], items: { type: 'string' } });
}

export const collectionParams = {
  context: choiceParam(contexts, 'view'),
  page: wholeParam(1, { min: 1 }),
  per_page: wholeParam(10, { min: 1, max: 100 }),
  search: textParam(),
  exclude: idsParam(),
  include: idsParam(),
  offset: optionalWhole({ min: 0 }),
  order: choiceParam(['asc', 'desc'], 'desc'),
};

export const itemParams = { context: collectionParams.context };

/**
 * Parses the declared parameters and ignores others. Throws `MissingParamsError` for missing required ones,
 * `InvalidParamsError` with a fault for each invalid one.
 */
export function readParams<Schema extends z.ZodObject>(
  schema: Schema,
  sent: ReadonlyMap<string, unknown>,
  required: readonly string[] = [],
): z.output<Schema> {
  const missing = required.filter((name) => sent.get(name) === undefined);
  if (missing.length > 0) throw new MissingParamsError(missing);
  const parsed = schema.safeParse(
    Object.fromEntries(Object.keys(schema.shape).map((name) => [name, sent.get(name)])),
  );
  if (parsed.success) return parsed.data;
  const faults: Record<string, ParamFault> = {};
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0] ?? '');
    const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
    const place = issue.path
      .slice(1)
      .map((key) => `[${String(key)}]`)
      .join('');
    const message =
      issue.code === 'custom' ? issue.message.replace('%s', name) : `${name}${place}: ${issue.message}`;
    faults[name] ??= { code: typeof code === 'string' ? code : 'rest_invalid_param', message };
  }
  throw new InvalidParamsError(faults);
}

/** Requires a path on this site. Throws `InvalidParamsError` for anything else. */
export function onSite(path: string): string {
  if (/^\/(?![/\\])/.test(path)) return path;
  const message = 'path is the address of a page below that of the site; it begins with one /.';
  throw new InvalidParamsError({ path: { code: 'rest_invalid_param', message } });
}
