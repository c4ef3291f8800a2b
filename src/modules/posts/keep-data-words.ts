import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { renewTexts } from '../patterns/keep-excerpts.ts';
import { hasDataSql } from './data-meta.ts';

/** Enqueued by migrations after which the words of builders and fields are read by another rule. */
const dataWordsJob: JobKind<Record<string, never>> = {
  name: 'data-words',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** Posts that one query looks at, and posts that one transaction writes: some 10 ms each. */
const atOnce = { read: 200, written: 10 };

/**
 * Renews excerpts and search words of posts whose text is made of data, for those stored by an older version. A job that is interrupted begins again: posts
 * that are up to date stay as they are.
 */
export function dataWordsQueue(site: JobQueueSite): Queue {
  return jobQueue(site, dataWordsJob, {
    concurrency: 1,
    run: async (_payload, { signal, finish }) => {
      for (
        let last: number | undefined = 0;
        last !== undefined;
        last = await renewDataWords(site.database, last)
      ) {
        signal.throwIfAborted();
        await nextTurn(); // requests are answered in between
      }
      await finish(async (tx) => tx.emit('excerpts'));
    },
    failure: () => 'Excerpts and search miss words of page builders and fields in older posts',
  });
}

/** How blocks and shortcodes begin whose words are in their attributes (`mayHoldDataBlocks`). */
const beginnings = ['<!-- wp:acf/', '<!-- wp:divi/', '<!-- wp:siteorigin-panels/', '[siteorigin_widget '];
const holdsDataSql = sql<boolean>`(${hasDataSql} or ${sql.join(
  beginnings.map((text) => sql`post.content like ${`%${text.replaceAll('_', '\\_')}%`} escape '\\'`),
  sql` or `,
)})`;

/** Renews some posts after `after`; returns the last that was looked at, or undefined when none is left. */
export async function renewDataWords(
  { read, writeDerived }: Pick<Database, 'read' | 'writeDerived'>,
  after: number,
): Promise<number | undefined> {
  const looked = await read
    .selectFrom('post')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce.read)
    .execute();
  const last = looked.at(-1)?.id;
  if (last === undefined) return undefined;
  const found = await read
    .selectFrom('post')
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', last)
    .where(holdsDataSql)
    .orderBy('id')
    .limit(atOnce.written)
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await writeDerived((tx) => renewTexts(tx, ids));
  return ids.length < atOnce.written ? last : ids.at(-1);
}
