import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { enqueueJobs } from '../jobs/writer.ts';

/** 0: those that are to be read anew whatever patterns they hold. */
const schema = z.object({ patternId: z.int().nonnegative() });

/** What is known of the texts of posts follows a pattern that they hold. */
export const followJob: JobKind<z.output<typeof schema>> = {
  name: 'pattern', schema, tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** How long readers of pages that show it go before, in milliseconds: each renders the page anew, which is to take no longer than it must. */
const readersFirstMs = 100;

/** Has excerpts and search follow a pattern that was written, changed or deleted. */
export async function followPattern(tx: Tx, patternId: number): Promise<void> {
  await enqueueJobs(tx, followJob, [{ key: String(patternId), payload: { patternId } }], Date.now() + readersFirstMs);
}
