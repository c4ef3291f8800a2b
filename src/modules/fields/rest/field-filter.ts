import { refuse, sentAs } from '../../../kernel/http/rest/params.ts';
import type { RefineContext } from '../../../kernel/http/rest/params.ts';
import { KeyedValue, nested } from '../../../kernel/http/rest/query-string.ts';
import { ConflictError } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/records.ts';
import type { FieldCondition, FieldIndex } from '../../posts/index.ts';
import { isSorted } from '../model.ts';
import type { Field } from '../model.ts';
import { fieldsOfType } from '../site-fields.ts';
import { hasTextIndex, indexedOf } from '../values.ts';

/** Conditions of a request, and values of one of them. */
const maxConditions = 10;
const maxValues = 100;

interface SentCondition {
  readonly name: string;
  readonly anyOf?: readonly (number | string)[];
  readonly min?: number;
  readonly max?: number;
}

type SentFilter = readonly SentCondition[];

/**
 * `fields[rating][min]=4&fields[mood]=glad`: bounds of a number or date, a value, or several (`fields[mood][]=…`), of
 * which posts have at least one. Types without such fields have no parameter.
 */
export function fieldFilterParams(type: string) {
  const fields = fieldsOfType(type).filter((field) => field.is_filter);
  if (fields.length === 0) return {};
  const names = fields.map(({ name }) => name).join(', ');
  const param = sentAs<Readonly<Record<string, unknown>>>()
    .transform((value: unknown, context): SentFilter | undefined => {
      if (value === undefined) return undefined;
      const sent = value instanceof KeyedValue ? nested(value) : value;
      if (!isRecord(sent)) return refuse(context, value, 'rest_invalid_type', '%s is not of type object.');
      const entries = Object.entries(sent);
      if (entries.length > maxConditions)
        return refuse(context, value, 'rest_too_many_items', `%s has at most ${maxConditions} fields.`);
      return entries.map(([name, given]) => {
        const field = fields.find((one) => one.name === name);
        if (!field) return refuse(context, value, 'rest_invalid_param', `%s can be filtered by ${names}.`);
        return conditionOf(field, given, context);
      });
    })
    .meta({
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, described(field)])),
      description: 'Limit result set to items with these values of custom fields.',
    });
  return { fields: param };
}

const hasBounds = ({ kind }: Field): boolean => kind === 'number' || kind === 'date' || kind === 'date_time';

function described(field: Field) {
  const value = { type: hasTextIndex(field) ? 'string' : ['number', 'string', 'boolean'] };
  const bounds = { type: 'object', properties: { min: value, max: value }, additionalProperties: false };
  return { anyOf: [value, { type: 'array', items: value }, ...(hasBounds(field) ? [bounds] : [])] };
}

function conditionOf(field: Field, given: unknown, context: RefineContext): SentCondition {
  const { name } = field;
  const read = (value: unknown) =>
    indexedOf(field, value) ??
    refuse(context, value, 'rest_invalid_param', `%s[${name}] has a value that the field can't have.`);
  if (isRecord(given)) {
    const { min, max, ...others } = given;
    if (!hasBounds(field) || Object.keys(others).length > 0)
      return refuse(
        context,
        given,
        'rest_invalid_param',
        `%s[${name}] ${hasBounds(field) ? 'has the bounds min and max' : 'is a value or a list of values'}.`,
      );
    return {
      name,
      ...(min === undefined ? {} : { min: Number(read(min)) }),
      ...(max === undefined ? {} : { max: Number(read(max)) }),
    };
  }
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (values.length > maxValues)
    return refuse(context, given, 'rest_too_many_items', `%s[${name}] has at most ${maxValues} values.`);
  return { name, anyOf: [...new Set(values.map(read))] };
}

/** Names for `orderby`: `field:rating`. */
export const fieldOrders = (type: string): `field:${string}`[] =>
  fieldsOfType(type)
    .filter(isSorted)
    .map(({ name }) => `field:${name}` as const);

/** The index of a field; throws `ConflictError` while stored values are being indexed. */
function indexOf(type: string, name: string): FieldIndex | undefined {
  const field = fieldsOfType(type).find((one) => one.name === name);
  if (!field) return undefined;
  if (!field.isReady)
    throw new ConflictError(
      `The values of the field "${field.label}" are still being indexed. Try again in a few minutes.`,
      'rest_field_not_ready',
    );
  return { fieldId: field.id, table: hasTextIndex(field) ? 'field_text' : 'field_number' };
}

/** The conditions of a list. */
export function fieldConditions(type: string, sent: unknown): readonly FieldCondition[] | undefined {
  if (!isFilter(sent) || sent.length === 0) return undefined;
  return sent.flatMap(({ name, ...condition }) => {
    const index = indexOf(type, name);
    return index ? [{ ...index, ...condition }] : [];
  });
}

const isFilter = (sent: unknown): sent is SentFilter =>
  Array.isArray(sent) && sent.every((one) => isRecord(one) && 'name' in one);

/** The order of `orderby=field:rating`; undefined: another order. */
export function fieldOrder(type: string, orderBy: string): { readonly field: FieldIndex } | undefined {
  if (!orderBy.startsWith('field:')) return undefined;
  const field = indexOf(type, orderBy.slice('field:'.length));
  return field && { field };
}
