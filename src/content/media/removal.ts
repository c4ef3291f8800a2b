import { z } from 'zod';
import type { JobKind } from '../jobs/job.ts';

/** Files of an attachment that was deleted, by their paths below the uploads folder, the file itself first: they go once the deletion is committed. */
export const removalJob: JobKind<{ readonly paths: readonly string[] }> = {
  name: 'media-removal',
  schema: z.object({ paths: z.array(z.string()) }),
  tries: { firstPauseMs: 30_000, longestPauseMs: 3_600_000, most: 170 },
};
