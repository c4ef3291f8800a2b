import type { Database } from '../../kernel/db/open-database.ts';
import type { Queue } from './keep-jobs.ts';
import { forgetFailedJobs } from './writer.ts';

const dayMs = 24 * 3_600_000;

/** Once a day, forgets jobs that failed for good long ago. */
export function forgetFailedQueue({
  database,
}: {
  readonly database: Pick<Database, 'writeDerived'>;
}): Queue {
  let lastAt = -Infinity;
  return {
    name: 'forget-failed',
    concurrency: 1,
    take: async (now) => {
      if (Math.abs(now - lastAt) < dayMs) return [];
      lastAt = now;
      return [() => database.writeDerived((tx) => forgetFailedJobs(tx, now))];
    },
    nextDueAt: async () => lastAt + dayMs,
  };
}
