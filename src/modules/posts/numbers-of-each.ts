import { sql } from 'kysely';
import type { AliasableExpression } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';

/** A query that gives numbers: ids in an order, or a count. */
export interface NumberQuery extends AliasableExpression<{ number: number }> {
  execute(): Promise<{ readonly number: number }[]>;
  compile(): { readonly parameters: readonly unknown[] };
}

interface Asked {
  readonly query: NumberQuery;
  /** Among all that are asked. */
  readonly place: number;
}

/** Queries that are put into one statement, and the values that they may hold together: databases bound both. */
const mostTogether = { queries: 40, values: 10_000 };

/** What each of several queries gives, in its order: one statement for forty of them. `undefined` gives nothing, and asks nothing. */
export async function numbersOfEach(
  read: Reader,
  queries: readonly (NumberQuery | undefined)[],
): Promise<number[][]> {
  const found: number[][] = queries.map(() => []);
  for (const asked of statementsOf(queries))
    for (const { place, number } of await askTogether(read, asked)) found[place]?.push(Number(number));
  return found;
}

function* statementsOf(queries: readonly (NumberQuery | undefined)[]): Generator<readonly Asked[]> {
  let asked: Asked[] = [];
  let values = 0;
  for (const [place, query] of queries.entries()) {
    if (!query) continue;
    const more = queries.length === 1 ? 0 : query.compile().parameters.length;
    if (asked.length === mostTogether.queries || (asked.length > 0 && values + more > mostTogether.values)) {
      yield asked;
      [asked, values] = [[], 0];
    }
    asked.push({ query, place });
    values += more;
  }
  if (asked.length > 0) yield asked;
}

/** One alone is asked as it is: its statement is the same on every page. */
async function askTogether(
  read: Reader,
  asked: readonly Asked[],
): Promise<readonly { readonly place: number; readonly number: number }[]> {
  const [first, ...others] = asked;
  if (!first) return [];
  if (others.length === 0)
    return (await first.query.execute()).map(({ number }) => ({ place: first.place, number }));
  const parts = asked.map(({ query, place }) =>
    read
      .selectFrom(query.as('part'))
      // What stands in an order is numbered by it, since parts of a union come in any.
      .select([
        sql<number>`${sql.lit(place)}`.as('place'),
        'part.number',
        sql<number>`row_number() over ()`.as('at'),
      ]),
  );
  const [part, ...further] = parts;
  if (!part) return [];
  return further
    .reduce((all, one) => all.unionAll(one), part)
    .orderBy('place')
    .orderBy('at')
    .execute();
}
