import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';

/** What several queries find, in one round trip: the ids of each, in the order of the queries. */
export async function together(
  read: Reader,
  queries: readonly RawBuilder<{ readonly post_id: number }>[],
): Promise<number[][]> {
  const found: number[][] = queries.map(() => []);
  if (queries.length === 0) return found;
  const parts = queries.map(
    (query, index) =>
      sql`select ${sql.lit(index)} as place, post_id from (${query}) as ${sql.ref(`part${index}`)}`,
  );
  const { rows } = await sql<{
    place: number;
    post_id: number;
  }>`${sql.join(parts, sql` union all `)}`.execute(read);
  for (const { place, post_id: id } of rows) found[place]?.push(id);
  return found;
}
