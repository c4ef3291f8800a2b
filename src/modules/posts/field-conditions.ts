import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { NumberQuery } from './list.ts';

/** The index of a custom field (`modules/fields`). */
export interface FieldIndex {
  readonly fieldId: number;
  readonly table: 'field_number' | 'field_text';
}

/** Posts with a value between `min` and `max`, both inclusive, or equal to one of `anyOf`. */
export interface FieldCondition extends FieldIndex {
  readonly anyOf?: readonly (number | string)[] | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Posts that lists with field conditions count; longer ones report this number. */
export const maxFieldCount = 10_000;

function valueSql(as: string, { anyOf, min, max }: FieldCondition): RawBuilder<SqlBool> {
  const value = sql.ref(`${as}.value`);
  const parts = [
    ...(anyOf === undefined
      ? []
      : [anyOf.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${value} in (${sql.join(anyOf)})`]),
    ...(min === undefined ? [] : [sql<SqlBool>`${value} >= ${min}`]),
    ...(max === undefined ? [] : [sql<SqlBool>`${value} <= ${max}`]),
  ];
  return parts.length === 0 ? sql<SqlBool>`1 = 1` : sql.join<SqlBool>(parts, sql` and `);
}

/**
 * Checked post by post, so that a walk stops at the end of the page. A value instead of `exists`, for which PostgreSQL
 * would read all entries of the condition first.
 */
export const hasValueInTurn = (condition: FieldCondition): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select 1 from ${sql.table(condition.table)} as held where held.post_id = post.id
    and held.field_id = ${condition.fieldId} and ${valueSql('held', condition)} limit 1) = 1`;

const places = (isPublicList: boolean) => (isPublicList ? sql`1` : sql`0, 1`);

/** The ids of the posts with such a value, from the index: for few of them. */
export const postsWithValue = (condition: FieldCondition, isPublicList: boolean): RawBuilder<number> =>
  sql<number>`select held.post_id from ${sql.table(condition.table)} as held where held.field_id = ${condition.fieldId}
    and held.is_listed in (${places(isPublicList)}) and ${valueSql('held', condition)}`;

/** How many there are, at most `limit`. */
export function sizeOfField(
  read: Reader,
  condition: FieldCondition,
  isPublicList: boolean,
  limit: number,
): NumberQuery {
  const found = sql<{ post_id: number }>`(select ${distinctIn(condition)}post_id
    from (${postsWithValue(condition, isPublicList)}) as entry limit ${limit})`;
  return read.selectFrom(found.as('found')).select(sql<number>`count(*)`.as('number'));
}

/** A post has several values of some fields, and would be counted for each. */
const distinctIn = ({ anyOf }: FieldCondition) => ((anyOf?.length ?? 1) > 1 ? sql`distinct ` : sql``);

/** Number of posts that fulfil `rest`, starting with those of the field, at most `maxFieldCount`. */
export function countWithValue(
  read: Reader,
  condition: FieldCondition,
  rest: RawBuilder<SqlBool>,
): NumberQuery {
  // A cross join: SQLite reads the tables in this order.
  const matching = sql<{
    id: number;
  }>`(select ${distinctIn(condition)}post.id from ${sql.table(condition.table)} as counted
    cross join post where counted.field_id = ${condition.fieldId} and counted.is_listed in (0, 1) and ${valueSql('counted', condition)}
    and post.id = counted.post_id and ${rest} limit ${maxFieldCount})`;
  return read.selectFrom(matching.as('matching')).select(sql<number>`count(*)`.as('number'));
}

interface Page {
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Posts of visitors' lists with such a value by date, from the index alone: in its order for one value, sorted for
 * several.
 */
export function listWithValue(
  read: Reader,
  condition: FieldCondition,
  { descending, limit, offset }: Page,
): NumberQuery {
  const { table, fieldId, anyOf = [] } = condition;
  const direction = descending ? 'desc' : 'asc';
  return read
    .selectFrom(table)
    .select('post_id as number')
    .where('field_id', '=', fieldId)
    .where('is_listed', '=', 1)
    .where(valueSql(table, condition))
    .$if(anyOf.length !== 1, (rows) => rows.groupBy(['published_at', 'post_id']))
    .orderBy('published_at', direction)
    .orderBy('post_id', direction)
    .limit(limit)
    .offset(offset);
}

/** The same by another field, posts without a value of it last. For few posts. */
export async function sortWithValue(
  read: Reader,
  condition: FieldCondition,
  order: FieldIndex,
  { descending, limit, offset }: Page,
): Promise<number[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const { rows } = await sql<{
    id: number;
  }>`select held.post_id as id from ${sql.table(condition.table)} as held
    left join ${sql.table(order.table)} as sorted on sorted.post_id = held.post_id and sorted.field_id = ${order.fieldId}
    where held.field_id = ${condition.fieldId} and held.is_listed = 1 and ${valueSql('held', condition)}
    group by held.post_id, held.published_at, sorted.value
    order by ${withoutValueLast(sql.ref('sorted.value'), sql`held`, sql`post_id`)}, sorted.value ${direction}, held.published_at ${direction},
      held.post_id ${direction} limit ${limit} offset ${offset}`.execute(read);
  return rows.map(({ id }) => Number(id));
}

interface Walk {
  readonly index: FieldIndex;
  readonly isPublicList: boolean;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Undefined: every post with a value that visitors' lists contain. */
  readonly rest: RawBuilder<SqlBool> | undefined;
  /** A condition on the same field, which bounds the walk. */
  readonly within?: FieldCondition | undefined;
}

/** Posts in the order of a field's values, read from its index as far as the page needs. Posts without a value are left out. */
export async function walkField(
  read: Reader,
  { index: { table, fieldId }, isPublicList, descending, limit, offset, rest, within }: Walk,
): Promise<number[]> {
  const direction = descending ? sql`desc` : sql`asc`;
  const part = (place: number) => sql<{
    id: number;
  }>`select * from (select sorted.post_id as id, sorted.value, sorted.published_at
    from ${sql.table(table)} as sorted ${rest ? sql`cross join post` : sql``}
    where sorted.field_id = ${fieldId} and sorted.is_listed = ${sql.lit(place)}
    ${within ? sql`and ${valueSql('sorted', within)}` : sql``}
    ${rest ? sql`and post.id = sorted.post_id and ${rest}` : sql``}
    order by sorted.value ${direction}, sorted.published_at ${direction}, sorted.post_id ${direction} limit ${limit + offset}) as part`;
  const parts = isPublicList ? part(1) : sql`${part(0)} union all ${part(1)}`;
  const { rows } = await sql<{ id: number }>`select id from (${parts}) as parts
    order by value ${direction}, published_at ${direction}, id ${direction} limit ${limit} offset ${offset}`.execute(
    read,
  );
  return rows.map(({ id }) => Number(id));
}

/** The page of visitors' posts with such a value by the same field; undefined for another one. */
export function walkBounds(
  read: Reader,
  within: FieldCondition,
  order: FieldIndex,
  { descending, limit, offset }: Page,
): Promise<number[]> | undefined {
  if (within.fieldId !== order.fieldId || within.table !== order.table) return undefined;
  const walk = { index: order, within, isPublicList: true, rest: undefined };
  return walkField(read, { ...walk, descending, limit, offset });
}

/** Posts without a value come last, by date. */
export const hasNoValue = ({ table, fieldId }: FieldIndex): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select 1 from ${sql.table(table)} as held where held.post_id = post.id and held.field_id = ${fieldId} limit 1) is null`;

/** The value by which few posts are sorted. */
export const valueOf = ({ table, fieldId }: FieldIndex): RawBuilder<number | string | null> =>
  sql`(select held.value from ${sql.table(table)} as held where held.post_id = post.id and held.field_id = ${fieldId} limit 1)`;

/** The first part of an order by value: posts without one come last, newest first in both directions. */
export const withoutValueLast = (
  value: RawBuilder<unknown>,
  of: RawBuilder<unknown>,
  id = sql`id`,
): RawBuilder<unknown> =>
  sql`case when ${value} is null then 1 else 0 end, case when ${value} is null then -${of}.published_at end,
    case when ${value} is null then -${of}.${id} end`;
