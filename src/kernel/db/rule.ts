import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';

export interface RulePlace {
  readonly as?: string;
  /** Columns written as expressions, so that no index on them is used: for queries that start elsewhere, mostly from ids. */
  readonly beside?: readonly string[];
}

/** A condition on rows of a table: `test` evaluates it for one object, `sql` in a query. */
export interface Rule<Item> {
  readonly test: (item: Item) => boolean;
  readonly sql: (place?: RulePlace) => RawBuilder<boolean>;
}

/** `all` and `any` omit it from queries. */
export const always: Rule<unknown> = { test: () => true, sql: () => sql<boolean>`1 = 1` };
export const never: Rule<unknown> = { test: () => false, sql: () => sql<boolean>`1 = 0` };

export interface Fact<Item, Value extends string | number> {
  /** One of these values, written as literals: partial indexes don't match bound values. */
  readonly is: (...values: readonly Value[]) => Rule<Item>;
  readonly isNot: (...values: readonly Value[]) => Rule<Item>;
  readonly equals: (value: Value) => Rule<Item>;
}

/**
 * A text column as an expression, so that SQLite does not start from its index. PostgreSQL gets the plain column:
 * without its statistics it would assume that hardly any row matches.
 */
export function besideIndexes(column: Expression<unknown>): RawBuilder<string> {
  return sql<string>`cast(${column} as text)`;
}

export function fact<Item, Value extends string | number>(
  table: string,
  column: string,
  of: (item: Item) => string | number,
): Fact<Item, Value> {
  const written = ({ as = table, beside = [] }: RulePlace) => {
    const ref = sql.ref(`${as}.${column}`);
    return beside.includes(column) ? besideIndexes(ref) : ref;
  };
  const list = (values: readonly Value[]) => sql.join(values.map((value) => sql.lit(value)));
  const among = (values: readonly (string | number)[], item: Item) => values.includes(of(item));
  return {
    is: (...values) => ({
      test: (item) => among(values, item),
      sql: (place = {}) =>
        values.length === 1
          ? sql<boolean>`${written(place)} = ${list(values)}`
          : sql<boolean>`${written(place)} in (${list(values)})`,
    }),
    isNot: (...values) => ({
      test: (item) => !among(values, item),
      sql: (place = {}) =>
        values.length === 1
          ? sql<boolean>`${written(place)} <> ${list(values)}`
          : sql<boolean>`${written(place)} not in (${list(values)})`,
    }),
    equals: (value) => ({
      test: (item) => of(item) === value,
      sql: (place = {}) => sql<boolean>`${written(place)} = ${value}`,
    }),
  };
}

export function all<Item>(...rules: readonly Rule<Item>[]): Rule<Item> {
  const parts = rules.filter((rule) => rule !== always);
  if (parts.length === 0) return always;
  if (parts.some((rule) => rule === never)) return never;
  return {
    test: (item) => parts.every((rule) => rule.test(item)),
    sql: (place) =>
      sql<boolean>`${sql.join(
        parts.map((rule) => rule.sql(place)),
        sql` and `,
      )}`,
  };
}

export function any<Item>(...rules: readonly Rule<Item>[]): Rule<Item> {
  const parts = rules.filter((rule) => rule !== never);
  if (parts.length === 0) return never;
  if (parts.some((rule) => rule === always)) return always;
  return {
    test: (item) => parts.some((rule) => rule.test(item)),
    sql: (place) =>
      sql<boolean>`(${sql.join(
        parts.map((rule) => rule.sql(place)),
        sql` or `,
      )})`,
  };
}
