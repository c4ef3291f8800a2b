import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { noteMentionsAnew } from './mentions.ts';

/** Enqueued by migrations after which it is to be noted what texts say of files. */
const mentionsJob: JobKind<Record<string, never>> = {
  name: 'media-mentions',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** Posts of one transaction: some 10 ms, in which SQLite keeps the serving thread from its readers. */
const atOnce = 50;

/** Notes which files the texts of all posts name. A job that is interrupted begins again, and writes what is missing. */
export function mentionsQueue(site: JobQueueSite): Queue {
  return jobQueue(site, mentionsJob, {
    concurrency: 1,
    run: async (_payload, { signal }) => {
      for (let last: number | undefined = 0; last !== undefined; last = await noteSome(site.database, last)) {
        signal.throwIfAborted();
        await nextTurn(); // who reads comes in between
      }
    },
    failure: () => 'Nobody is told which files of the library are used',
  });
}

/** Notes some posts after `after`; returns the last of these, or undefined where none is left. */
async function noteSome(
  { writeDerived }: Pick<Database, 'writeDerived'>,
  after: number,
): Promise<number | undefined> {
  return writeDerived(async (tx) => {
    const posts = await tx.db
      .selectFrom('post')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
      .execute();
    if (posts.length > 0)
      await noteMentionsAnew(
        tx,
        posts.map(({ id }) => id),
      );
    return posts.at(-1)?.id;
  });
}

/** Whether all texts have been looked at. */
export async function areMentionsNoted(read: Reader): Promise<boolean> {
  return (
    (await read
      .selectFrom('job')
      .select('id')
      .where('kind', '=', mentionsJob.name)
      .limit(1)
      .executeTakeFirst()) === undefined
  );
}
