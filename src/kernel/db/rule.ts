import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';

export interface RulePlace {
  readonly as?: string;
  /** Columns written as expressions, so that no index on them is used: for queries that start elsewhere, mostly from ids. */
  readonly beside?: readonly string[];
}

/** A condition on rows of a table: `test` evaluates it for one object, `sql` in a query. */
export interface Rule<Thing> {
  readonly test: (thing: Thing) => boolean;
  readonly sql: (place?: RulePlace) => RawBuilder<boolean>;
}

/** `all` and `any` omit it from queries. */
export const always: Rule<unknown> = { test: () => true, sql: () => sql<boolean>`1 = 1` };
export const never: Rule<unknown> = { test: () => false, sql: () => sql<boolean>`1 = 0` };

export interface Fact<Thing, Value extends string | number> {
  /** One of these values, written as literals: partial indexes don't match bound values. */
  readonly is: (...values: readonly Value[]) => Rule<Thing>;
  readonly isNot: (...values: readonly Value[]) => Rule<Thing>;
  readonly equals: (value: Value) => Rule<Thing>;
}

/**
 * A text column as an expression, so that SQLite does not start from its index. PostgreSQL gets the plain column:
 * without its statistics it would assume that hardly any row matches.
 */
export function besideIndexes(column: Expression<unknown>): RawBuilder<string> {
  return sql<string>`cast(${column} as text)`;
}

export function fact<Thing, Value extends string | number>(
  table: string,
  column: string,
  of: (thing: Thing) => string | number,
): Fact<Thing, Value> {
  const written = ({ as = table, beside = [] }: RulePlace) => {
    const ref = sql.ref(`${as}.${column}`);
    return beside.includes(column) ? besideIndexes(ref) : ref;
  };
  const list = (values: readonly Value[]) => sql.join(values.map((value) => sql.lit(value)));
  const among = (values: readonly (string | number)[], thing: Thing) => values.includes(of(thing));
  return {
    is: (...values) => ({
      test: (thing) => among(values, thing),
      sql: (place = {}) =>
        values.length === 1
          ? sql<boolean>`${written(place)} = ${list(values)}`
          : sql<boolean>`${written(place)} in (${list(values)})`,
    }),
    isNot: (...values) => ({
      test: (thing) => !among(values, thing),
      sql: (place = {}) =>
        values.length === 1
          ? sql<boolean>`${written(place)} <> ${list(values)}`
          : sql<boolean>`${written(place)} not in (${list(values)})`,
    }),
    equals: (value) => ({
      test: (thing) => of(thing) === value,
      sql: (place = {}) => sql<boolean>`${written(place)} = ${value}`,
    }),
  };
}

export function all<Thing>(...rules: readonly Rule<Thing>[]): Rule<Thing> {
  const parts = rules.filter((rule) => rule !== always);
  if (parts.length === 0) return always;
  if (parts.some((rule) => rule === never)) return never;
  return {
    test: (thing) => parts.every((rule) => rule.test(thing)),
    sql: (place) =>
      sql<boolean>`${sql.join(
        parts.map((rule) => rule.sql(place)),
        sql` and `,
      )}`,
  };
}

export function any<Thing>(...rules: readonly Rule<Thing>[]): Rule<Thing> {
  const parts = rules.filter((rule) => rule !== never);
  if (parts.length === 0) return never;
  if (parts.some((rule) => rule === always)) return always;
  return {
    test: (thing) => parts.some((rule) => rule.test(thing)),
    sql: (place) =>
      sql<boolean>`(${sql.join(
        parts.map((rule) => rule.sql(place)),
        sql` or `,
      )})`,
  };
}
