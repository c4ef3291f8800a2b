import { z } from 'zod';
import type { JobKind } from '../jobs/job.ts';

/** Milliseconds for which files may stay that pages of before still ask for. */
export const longestStayMs = 86_400_000;

/** Files of an attachment that was deleted, by their paths below the uploads folder, the file itself first: they go once the deletion is committed. */
export const removalJob: JobKind<{ readonly paths: readonly string[] }> = {
  name: 'media-removal',
  schema: z.object({ paths: z.array(z.string()) }),
  tries: { firstPauseMs: 30_000, longestPauseMs: 3_600_000, most: 170 },
  aheadMs: longestStayMs,
};
