import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { enqueueJobs } from '../jobs/writer.ts';

const schema = z.object({ patternId: z.int().positive() });

/** What is known of the texts of posts follows a pattern that they hold. */
export const followJob: JobKind<z.output<typeof schema>> = {
  name: 'pattern', schema, tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** Has excerpts and search follow a pattern that was written, changed or deleted. */
export async function followPattern(tx: Tx, patternId: number): Promise<void> {
  await enqueueJobs(tx, followJob, [{ key: String(patternId), payload: { patternId } }]);
}
