import type { Reader } from '../../kernel/db/open-database.ts';
import { countFiltered, listFilteredIds } from '../posts/index.ts';
import type { FieldIndex } from '../posts/index.ts';
import { isSorted } from './model.ts';
import type { Field } from './model.ts';
import { findIdsByNumber, findRunningIds } from './read-values.ts';
import { fieldsOfType } from './site-fields.ts';
import { hasTextIndex } from './values.ts';

/** `upcoming`: from today on, the soonest first; then those in the past, the latest first. */
export const fieldDirections = ['up', 'down', 'upcoming'] as const;
export type FieldDirection = (typeof fieldDirections)[number];

export interface FieldOrder {
  readonly field: Field;
  readonly direction: FieldDirection;
  /** The end of the period that the field begins (`not_before`), if it has an index. */
  readonly end: Field | undefined;
}

/** The order of a type's lists by a field; undefined without such a field, and until its index is complete. */
export function fieldOrder(type: string, name: string, direction: FieldDirection): FieldOrder | undefined {
  const sorted = fieldsOfType(type).filter((one) => isSorted(one) && one.isReady);
  const field = sorted.find((one) => one.name === name);
  if (!field) return undefined;
  const isDate = field.kind === 'date' || field.kind === 'date_time';
  return {
    field,
    direction: direction === 'upcoming' && !isDate ? 'up' : direction,
    end: sorted.find((one) => one.not_before === name),
  };
}

interface Part {
  readonly limit: number;
  readonly offset: number;
}

interface ByField extends Part {
  readonly type: string;
  readonly order: FieldOrder;
  /** Posts with one of these terms; undefined: all of the type. */
  readonly termIds?: readonly number[] | undefined;
  /** Local midnight that begins today, as if it were in UTC (ms). */
  readonly today: number;
}

const indexOf = (field: Field): FieldIndex => ({
  fieldId: field.id,
  table: hasTextIndex(field) ? 'field_text' : 'field_number',
});

/** Listed posts of a type in the order of a field, those without a value last. */
export async function listByFieldOrder(read: Reader, query: ByField): Promise<number[]> {
  const { order, limit, offset } = query;
  if (order.direction !== 'upcoming') return inOrder(read, query, order.direction === 'down');
  const parts = await partsOf(read, query);
  const found: number[] = [];
  let skipped = offset;
  for (const { list, count } of parts) {
    if (found.length === limit) break;
    const some = await list({ limit: limit - found.length, offset: skipped });
    found.push(...some);
    // A part that has some of the page was skipped as far as needed; only else its length matters.
    skipped = some.length > 0 || skipped === 0 ? 0 : skipped - (await count(skipped));
  }
  if (found.length === limit) return found;
  // Posts without a value come last in every order, at the same places.
  const rest = { ...query, limit: limit - found.length, offset: offset + found.length };
  return [...found, ...(await inOrder(read, rest, false))];
}

const inOrder = (read: Reader, { type, order, termIds, limit, offset }: ByField, descending: boolean) =>
  listFilteredIds(read, {
    type,
    order: { field: indexOf(order.field) },
    descending,
    limit,
    offset,
    ...(termIds && { termGroups: [termIds] }),
  });

interface ListedPart {
  readonly list: (part: Part) => Promise<number[]>;
  /** Number of posts, at most `limit`. */
  readonly count: (limit: number) => Promise<number>;
}

/** Parts of a list: posts that began earlier and still run, those that begin today or later, and those that are over. */
async function partsOf(read: Reader, query: ByField): Promise<readonly ListedPart[]> {
  const { order, today } = query;
  const running =
    order.end && !query.termIds ? await findRunningIds(read, order.field, order.end, today) : [];
  const since = (isAhead: boolean): ListedPart =>
    query.termIds
      ? filteredPart(read, query, query.termIds, isAhead)
      : indexedPart(read, order.field, today, isAhead, running);
  return [
    {
      list: async ({ limit, offset }) => running.slice(offset, offset + limit),
      count: async () => running.length,
    },
    since(true),
    since(false),
  ];
}

/** From the index of the field alone. */
function indexedPart(
  read: Reader,
  field: Field,
  today: number,
  isAhead: boolean,
  excludeIds: readonly number[],
): ListedPart {
  const list = async ({ limit, offset }: Part) =>
    (await findIdsByNumber(read, field, {
      ...(isAhead ? { min: today } : { max: today, excludeIds }),
      descending: !isAhead,
      limit,
      offset,
    })) ?? [];
  return { list, count: async (limit) => (await list({ limit, offset: 0 })).length };
}

function filteredPart(
  read: Reader,
  { type, order, today }: ByField,
  termIds: readonly number[],
  isAhead: boolean,
): ListedPart {
  const field = indexOf(order.field);
  // Both bounds are inclusive; the index has whole milliseconds.
  const condition = { ...field, ...(isAhead ? { min: today } : { max: today - 1 }) };
  const filter = { type, termGroups: [termIds], fields: [condition] };
  return {
    list: (part) => listFilteredIds(read, { ...filter, ...part, order: { field }, descending: !isAhead }),
    count: () => countFiltered(read, filter),
  };
}
