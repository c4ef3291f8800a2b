import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import { updatePost } from './writer.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, JobLog, Queue } from '../../kernel/jobs/job-queue.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';

const dueAtOnce = 20;
/** Failed posts after which the round stops: the database is then the likely cause, not the posts. */
const maxFailed = 20;

/**
 * Publishes due scheduled posts and returns their ids. Safe in several processes: each post is published once. A post
 * that fails stays scheduled, is added to `failed` with its error, and doesn't block others.
 */
export async function publishDue(
  database: Pick<Database, 'read' | 'write'>,
  now: number,
  failed = new Map<number, unknown>(),
): Promise<number[]> {
  const published: number[] = [];
  for (;;) {
    const due = await scheduled(database)
      .where('published_at', '<=', now)
      .$if(failed.size > 0, (query) => query.where('id', 'not in', [...failed.keys()]))
      .limit(dueAtOnce)
      .execute();
    if (due.length === 0 || failed.size >= maxFailed) return published;
    const ids = due.map(({ id }) => id);
    try {
      published.push(...(await publishTogether(database, ids, now)));
    } catch {
      for (const id of ids) {
        try {
          published.push(...(await publishTogether(database, [id], now)));
        } catch (error) {
          failed.set(id, error);
        }
      }
    }
  }
}

/** Returns the ids of those that were still due. */
async function publishTogether(
  { write }: Pick<Database, 'write'>,
  ids: readonly number[],
  now: number,
): Promise<number[]> {
  return write(async (tx) => {
    // Checked again inside the transaction: a post may have been rescheduled or published since the first query.
    const still = await tx.db
      .selectFrom('post')
      .select(['id', 'modified_at'])
      .where('id', 'in', ids)
      .where('status', '=', 'future')
      .where('published_at', '<=', now)
      .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
      .execute();
    for (const { id, modified_at: modifiedAt } of still)
      await updatePost(tx, id, { status: 'publish', modifiedAt });
    return still.map(({ id }) => id);
  });
}

const scheduled = ({ read }: Pick<Database, 'read'>) =>
  read
    .selectFrom('post')
    .select(['id', 'published_at'])
    .where('status', '=', 'future')
    .orderBy('published_at');

/** Queue of scheduled posts, which are their own job rows. Several processes can run it. */
export function scheduleQueue({
  database,
  log,
}: {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly log: JobLog;
}): Queue {
  const nextDueAt = async () => (await scheduled(database).limit(1).executeTakeFirst())?.published_at;
  return {
    name: 'schedule',
    concurrency: 1,
    take: async (now) => {
      if (((await nextDueAt()) ?? Infinity) > now) return [];
      return [
        async () => {
          const failed = new Map<number, unknown>();
          const posts = await publishDue(database, now, failed);
          if (posts.length > 0) log.info({ posts }, 'Published scheduled posts');
          const [first] = failed;
          if (first)
            throw new Error(
              `The scheduled posts ${[...failed.keys()].join(', ')} could not be published: ${messageOf(first[1])}`,
            );
        },
      ];
    },
    nextDueAt,
  };
}

/** Enqueued by migrations that change how openings (the beginnings of texts) are derived. */
const openingsJob: JobKind<Record<string, never>> = {
  name: 'openings',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

/** Posts per transaction: about 10 ms, during which SQLite blocks reads on the serving thread. */
const openingsAtOnce = 50;

/**
 * Stores missing openings of posts. Until then readers derive them from the whole text (`opening.ts`) with the same
 * result. An interrupted job continues with the remaining posts.
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
        await nextTurn(); // lets pending requests run
      }
    },
    failure: () => 'Lists read whole texts of posts for their excerpts',
  });
}

/** Returns the last post's id, or undefined when no posts are left. */
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
      .limit(openingsAtOnce)
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
