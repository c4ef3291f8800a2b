import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';
import { deriveProducts, soldTypes } from './derive.ts';

/** Products of one transaction; a save of one of them waits for it. */
const productsAtOnce = 200;

/** Derives the rows of all products: after an upgrade, and when the currency changes. */
const deriveJob: JobKind<{ readonly after: number }> = {
  name: 'derive-products',
  schema: z.object({ after: z.int().nonnegative() }),
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

export const enqueueDerive = (tx: Tx, after = 0): Promise<void> =>
  enqueueJobs(tx, deriveJob, [{ key: 'all', payload: { after } }]);

/** The queue of products to derive, oldest first, in portions. */
export function productQueue(site: JobQueueSite): Queue {
  return jobQueue(site, deriveJob, {
    concurrency: 1,
    failure: () => 'Prices of products could not be read from their custom fields',
    run: async ({ after }, { finish }) => {
      await finish(async (tx) => {
        const next = await deriveBatch(tx, after);
        if (next !== undefined) await enqueueDerive(tx, next);
      });
    },
  });
}

/** Derives the next products; returns the last one's id, or undefined after the last. */
export async function deriveBatch(tx: Tx, after: number): Promise<number | undefined> {
  const posts = await tx.db
    .selectFrom('post')
    .select(['id', 'type', 'parent_id', 'status'])
    .where('type', 'in', soldTypes)
    .where('id', '>', after)
    .orderBy('id')
    .limit(productsAtOnce)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .execute();
  await deriveProducts(
    tx,
    posts.map(({ id, type, parent_id: parentId, status }) => ({
      id,
      type,
      parentId,
      isListed: status === 'publish',
    })),
  );
  for (const { id } of posts) tx.emit(`post:${id}`);
  return posts.length === productsAtOnce ? posts.at(-1)?.id : undefined;
}
