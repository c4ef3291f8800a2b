import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';

/** Indexes the stored values of a type's fields after their definitions changed. The key is the type. */
export const indexJob: JobKind<{ readonly type: string; readonly after: number }> = {
  name: 'index-fields',
  schema: z.object({ type: z.string(), after: z.int().nonnegative() }),
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

/** Milliseconds until every process uses new definitions, and saves that began with the former ones are over. */
const settleMs = 2000;

/** Begins with the oldest post a moment later, also if the job is running: for changed definitions. */
export async function enqueueIndex(tx: Tx, type: string): Promise<void> {
  await enqueueJobs(tx, indexJob, [{ key: type, payload: { type, after: 0 } }], Date.now() + settleMs);
}

export async function continueIndex(tx: Tx, type: string, after: number): Promise<void> {
  await enqueueJobs(tx, indexJob, [{ key: type, payload: { type, after } }]);
}
