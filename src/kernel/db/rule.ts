import { sql } from 'kysely';
import type { Expression, RawBuilder } from 'kysely';

/** Where a query asks a rule. */
export interface RulePlace {
  /** What the query calls the table, where not by its name. */
  readonly as?: string;
  /** Columns written as expressions, so that no index begins with them: for questions that begin elsewhere, above all with ids. */
  readonly beside?: readonly string[];
}

/** A condition on the rows of a table, written once: `test` asks it of one thing, `sql` is the same for queries. */
export interface Rule<Thing> {
  readonly test: (thing: Thing) => boolean;
  readonly sql: (place?: RulePlace) => RawBuilder<boolean>;
}

/** Holds for everything; `all` and `any` leave it out of queries. */
export const always: Rule<unknown> = { test: () => true, sql: () => sql<boolean>`1 = 1` };
/** Holds for nothing. */
export const never: Rule<unknown> = { test: () => false, sql: () => sql<boolean>`1 = 0` };

/** What rules ask of a thing, which a column holds. */
export interface Fact<Thing, Value extends string | number> {
  /** One of these. They are written as literals: partial indexes fit these only, and no bound values. */
  readonly is: (...values: readonly Value[]) => Rule<Thing>;
  readonly isNot: (...values: readonly Value[]) => Rule<Thing>;
  /** A value that differs from asker to asker; it is bound. */
  readonly equals: (value: Value) => Rule<Thing>;
}

/**
 * A column of text with which SQLite begins no search: to it this is an expression. To PostgreSQL, which chooses by statistics, it is the column itself; of an
 * expression it would know none, and guess that hardly a row matches.
 */
export function besideIndexes(column: Expression<unknown>): RawBuilder<string> {
  return sql<string>`cast(${column} as text)`;
}

/** Declares a column of a table with the values that rules name, and how a thing of the domain says the same. */
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

/** Holds where each of the rules holds. */
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

/** Holds where one of the rules holds. */
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
