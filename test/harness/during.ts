import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';

const waits = sql<{
  count: number;
}>`SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/**
 * Runs `second` while `first` is written but not committed, and goes on once it stands before what the first one holds, or is over. Gives what came of it, its
 * error too. Of SQLite one writer is let in at a time: there `second` begins when `first` is committed. `meanwhile`: what the first one writes besides, once
 * the second one stands there.
 */
export async function during<Result>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<Result>,
  meanwhile: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Result | { readonly code?: string }> {
  let came: Promise<Result | { readonly code?: string }> = Promise.resolve({});
  await database.write(async (tx) => {
    await first(tx);
    let isOver = false;
    came = second()
      .catch((error: unknown) => error as { code?: string })
      .finally(() => (isOver = true));
    if (tx.dialect.rowLocks)
      await expect
        .poll(async () => isOver || Number((await waits.execute(database.read)).rows[0]?.count) > 0)
        .toBe(true);
    await meanwhile(tx);
  });
  return came;
}
