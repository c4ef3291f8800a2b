import { expressionBuilder, sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import {
  hasNoValue,
  sortWithValue,
  valueOf,
  walkBounds,
  walkField,
  withoutValueLast,
} from './field-conditions.ts';
import { conditions, dateAmong, isOnlyValue, narrowing, plansFor } from './post-filter.ts';
import type { Among, FilteredQuery } from './post-filter.ts';

type ByField = Extract<FilteredQuery['order'], { readonly field: unknown }>;
export const isByField = (order: FilteredQuery['order']): order is ByField =>
  typeof order === 'object' && 'field' in order;

/** A list by a custom field, posts without a value last. Few posts are sorted; otherwise the index is walked as far as the page needs. */
export async function listByField(
  read: Reader,
  query: FilteredQuery,
  { field }: ByField,
  among: Among | undefined,
): Promise<number[]> {
  const { descending, limit, offset } = query;
  const alone = !among && isOnlyValue(query) ? query.fields?.[0] : undefined;
  const bounded = alone && walkBounds(read, alone, field, query);
  if (bounded) return bounded;
  const [plan] = await plansFor(read, [query], { to: 'toList', among });
  if (!plan) return [];
  const matching = () =>
    read
      .selectFrom('post')
      .select('post.id as number')
      .where((eb) => eb.and(conditions(read, eb, query, plan, among)));
  if (alone && plan.firstField === 0) return sortWithValue(read, alone, field, query);
  if (plan.besideType) {
    const value = valueOf(field);
    const direction = descending ? 'desc' : 'asc';
    const rows = await matching()
      .orderBy(withoutValueLast(value, sql`post`))
      .orderBy(value, direction)
      .orderBy('post.published_at', direction)
      .orderBy('post.id', direction)
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ number }) => number);
  }
  const isPlain = !among && narrowing(query).length === 0;
  const rest = isPlain
    ? undefined
    : sql<boolean>`${expressionBuilder<Tables, 'post'>().and(
        conditions(read, expressionBuilder<Tables, 'post'>(), query, { ...plan, besideType: true }, among),
      )}`;
  const walk = { index: field, isPublicList: !among, descending, rest };
  const sorted = await walkField(read, { ...walk, limit, offset });
  if (sorted.length === limit) return sorted;
  const before =
    sorted.length > 0 || offset === 0
      ? offset + sorted.length
      : (await walkField(read, { ...walk, limit: offset, offset: 0 })).length;
  const others = await matching()
    .where(hasNoValue(field))
    .orderBy(dateAmong(among), 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit - sorted.length)
    .offset(offset + sorted.length - before)
    .execute();
  return [...sorted, ...others.map(({ number }) => number)];
}
