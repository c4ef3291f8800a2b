import { sql } from 'kysely';
import type { Database, Reader } from '../db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';

/** Milliseconds between writes of a queue that keeps succeeding or failing. */
const leastPauseMs = 60_000;
const maxReasonLength = 500;

/** Receives the end of each task of a queue; `error`: the queue itself failed, not a job of it. */
export type NoteRun = (name: string, error?: unknown) => void;

/** Stores the last run of each queue, at most once a minute for each unless its outcome changes. Never throws. */
export function createRunLog(
  database: Pick<Database, 'writeDerived'>,
  now: () => number = Date.now,
): NoteRun {
  const notedByQueue = new Map<string, { readonly at: number; readonly failed: boolean }>();
  return (name, error) => {
    const at = now();
    const failed = error !== undefined;
    const before = notedByQueue.get(name);
    if (before?.failed === failed && Math.abs(at - before.at) < leastPauseMs) return;
    notedByQueue.set(name, { at, failed });
    const reason = failed ? messageOf(error).slice(0, maxReasonLength).toWellFormed() : '';
    void database
      .writeDerived((tx) =>
        tx.db
          .insertInto('task_run')
          .values({ name, ran_at: at, failed_at: failed ? at : 0, reason })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({
              ran_at: sql`excluded.ran_at`,
              failed_at: sql`excluded.failed_at`,
              reason: sql`excluded.reason`,
            }),
          )
          .execute(),
      )
      .catch(() => notedByQueue.delete(name));
  };
}

export interface TaskRun {
  readonly name: string;
  /** Milliseconds. */
  readonly ranAt: number;
  /** Milliseconds of the failure of the last run, and its error; 0 and empty: it succeeded. */
  readonly failedAt: number;
  readonly reason: string;
}

/** The last run of each queue, in any process. */
export async function listTaskRuns(read: Reader): Promise<TaskRun[]> {
  const rows = await read.selectFrom('task_run').selectAll().orderBy('name').execute();
  return rows.map(({ name, ran_at: ranAt, failed_at: failedAt, reason }) => ({
    name,
    ranAt,
    failedAt,
    reason,
  }));
}
