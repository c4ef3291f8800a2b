import pg from 'pg';
import { PostgresDialect } from 'kysely';
import type { Dialect } from 'kysely';

const int8 = 20;
const numeric = 1700;

/** A pool whose bigints and sums arrive as numbers (all of ours are below 2^53). */
export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    application_name: 'broadsheet',
    types: { getTypeParser: (oid, format) => (oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format)) },
  });
  return pool;
}

/** Kysely on a pool, counting queries. */
export function postgresDialect(pool: pg.Pool, onQuery: () => void): Dialect {
  return new PostgresDialect({
    pool: {
      connect: async () => {
        const client = await pool.connect();
        return {
          query: ((text: string, values?: unknown[]) => {
            onQuery();
            return client.query(text, values);
          }) as typeof client.query,
          release: () => client.release(),
        };
      },
      end: () => pool.end(),
      options: pool.options,
    },
  });
}
