import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import type { JobKind } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';

/** Enqueued by migrations after which beginnings of texts are made by another rule. */
const openingsJob: JobKind<Record<string, never>> = {
  name: 'openings',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** Posts of one transaction: some 10 ms, in which SQLite keeps the serving thread from its readers. */
const atOnce = 50;

/**
 * Notes how texts begin where that is yet to be noted. Until then readers of a post make it of the whole text (`opening.ts`): nobody sees a difference. A
 * job that is interrupted goes on with what is left.
 */
export function openingsQueue(site: JobQueueSite): Queue {
  return jobQueue(site, openingsJob, {
    concurrency: 1,
    run: async (_payload, { signal }) => {
      for (
        let last: number | undefined = 0;
        last !== undefined;
        last = await noteOpenings(site.database, last)
      ) {
        signal.throwIfAborted();
        await nextTurn(); // who reads comes in between
      }
    },
    failure: () => 'Lists read whole texts of posts for their excerpts',
  });
}

/** Notes the beginnings of some texts of posts after `after`; returns the last of these posts, or undefined where none is left. */
async function noteOpenings(
  { writeDerived }: Pick<Database, 'writeDerived'>,
  after: number,
): Promise<number | undefined> {
  return writeDerived(async (tx) => {
    const posts = await tx.db
      .selectFrom('post')
      .select(['id', 'content', 'expanded'])
      .where('id', '>', after)
      .where('opening', 'is', null)
      .orderBy('id')
      .limit(atOnce)
      .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
      .execute();
    if (posts.length === 0) return undefined;
    const rows = posts.map(
      ({ id, content, expanded }) =>
        sql`(cast(${id} as bigint), cast(${openingOfMarkup(expanded ?? content)} as text))`,
    );
    await sql`with found (id, opening) as (values ${sql.join(rows)}) update post set opening = found.opening from found where post.id = found.id`.execute(
      tx.db,
    );
    return posts.at(-1)?.id;
  });
}
