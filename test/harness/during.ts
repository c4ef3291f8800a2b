import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';

const waits = sql<{
  count: number;
}>`SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Runs `second` while `first` is written but uncommitted, and commits once it is blocked or done; returns its result or
 * error. SQLite allows one writer, so there it starts after the commit. The last
 * argument makes further writes in the first transaction before it commits.
 */
export async function during<Result>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Result>,
  concurrently: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Result | { readonly code?: string }> {
  let pending: Promise<Result | { readonly code?: string }> = Promise.resolve({});
  await database.write(async (tx) => {
    await first(tx);
    let isOver = false;
    pending = second()
      .catch((error: unknown) => error as { code?: string })
      .finally(() => (isOver = true));
    if (tx.dialect.rowLocks)
      await expect
        .poll(async () => isOver || Number((await waits.execute(database.read)).rows[0]?.count) > 0)
        .toBe(true);
    await concurrently(tx);
  });
  return pending;
}
