import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';

const tries = { firstPauseMs: 10_000, maxPauseMs: 600_000, most: 5 } as const;

/** Checks one post, after it was saved. The key is its id. */
export const checkJob: JobKind<{ readonly postId: number }> = {
  name: 'check-post',
  schema: z.object({ postId: z.int().positive() }),
  tries,
};

/** Checks the next batch of all published posts, and enqueues the one after it. */
export const sweepJob: JobKind<{ readonly before: number }> = {
  name: 'check-posts',
  schema: z.object({ before: z.int().positive() }),
  tries: { ...tries, most: 20 },
};

/** Several saves within this time are checked once; readers' requests come first. */
const afterSaveMs = 1000;

export async function enqueueCheck(tx: Tx, postId: number): Promise<void> {
  await enqueueJobs(tx, checkJob, [{ key: String(postId), payload: { postId } }], Date.now() + afterSaveMs);
}
