import type { Filter, Operator } from '@wordpress/dataviews';
import { listOf } from './field-values.ts';
import type { StoredField } from './field-values.ts';

/** Names of columns, filters and orders in the address: `field_rating`. */
export const columnPrefix = 'field_';
export const columnOf = ({ name }: Pick<StoredField, 'name'>): string => `${columnPrefix}${name}`;

/** Operators of ranges: the lower bound, the upper one, one value. Both bounds are in links only (`between`). */
export const rangeOperators: Readonly<
  Partial<Record<StoredField['kind'], readonly [Operator, Operator, Operator]>>
> = {
  number: ['greaterThanOrEqual', 'lessThanOrEqual', 'is'],
  date: ['afterInc', 'beforeInc', 'on'],
  date_time: ['afterInc', 'beforeInc', 'on'],
};

/** Whether users type the value to filter by, instead of choosing one. */
export const isTyped = ({ kind }: StoredField): boolean => kind === 'text' || kind === 'colour';

const numberRange =
  /^(?:-?\d{1,15}(?:\.\d{1,10})?(?:\.\.(?:-?\d{1,15}(?:\.\d{1,10})?)?)?|\.\.-?\d{1,15}(?:\.\d{1,10})?)$/;
const dayRange = /^(?:\d{4}-\d\d-\d\d(?:\.\.(?:\d{4}-\d\d-\d\d)?)?|\.\.\d{4}-\d\d-\d\d)$/;
/** Encoded, because values of choices may hold commas. */
const encoded = /^[^,\s]{1,900}$/;

export const patternOf = ({ kind }: StoredField): RegExp =>
  kind === 'number' ? numberRange : kind === 'date' || kind === 'date_time' ? dayRange : encoded;

/** `4..5`, `4..`, `..5` or `4` as its bounds. */
function boundsOf(text: string): { readonly min?: string | undefined; readonly max?: string | undefined } {
  const [min = '', max = min] = text.split('..');
  return { ...(min === '' ? {} : { min }), ...(max === '' ? {} : { max }) };
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A filter of the address as the list shows it. */
export function filterOf(field: StoredField, values: readonly string[]): Filter {
  const of = { field: columnOf(field) };
  const operators = rangeOperators[field.kind];
  const [text = ''] = values;
  if (isTyped(field)) return { ...of, operator: 'is', value: decoded(text) };
  if (!operators) return { ...of, operator: 'isAny', value: values.map(decoded) };
  const read = (one: string) => (field.kind === 'number' ? Number(one) : one);
  const { min, max } = boundsOf(text);
  if (!text.includes('..')) return { ...of, operator: operators[2], value: read(text) };
  if (min !== undefined && max !== undefined)
    return { ...of, operator: 'between', value: [read(min), read(max)] };
  return min !== undefined
    ? { ...of, operator: operators[0], value: read(min) }
    : { ...of, operator: operators[1], value: read(max ?? '') };
}

/** A filter of the list as the address holds it; none if it is no value of the field. */
export function valuesOf(field: StoredField, { operator, value }: Filter): readonly string[] {
  const operators = rangeOperators[field.kind];
  if (!operators) return listOf(value).map((one) => encodeURIComponent(String(one)));
  const [first, second] = listOf(value).map((one) => String(one ?? '').slice(0, 30));
  const text =
    operator === 'between'
      ? `${first ?? ''}..${second ?? ''}`
      : operator === operators[0]
        ? `${first ?? ''}..`
        : operator === operators[1]
          ? `..${first ?? ''}`
          : (first ?? '');
  return patternOf(field).test(text) ? [text] : [];
}

/** REST's parameters of a filter. */
export function sentFilter(
  field: StoredField,
  values: readonly string[],
): readonly (readonly [string, string])[] {
  const name = `fields[${field.name}]`;
  if (!rangeOperators[field.kind]) return values.map((one) => [`${name}[]`, decoded(one)] as const);
  const [text = ''] = values;
  const { min, max } = boundsOf(text);
  const end = field.kind === 'date_time' ? 'T23:59:59' : '';
  return [
    ...(min === undefined ? [] : [[`${name}[min]`, min] as const]),
    ...(max === undefined ? [] : [[`${name}[max]`, `${max}${end}`] as const]),
  ];
}
