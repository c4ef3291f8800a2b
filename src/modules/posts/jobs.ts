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

/** Posts published in one go; the rest follow at once. */
const dueAtOnce = 20;
/** Posts that can't be published, after which the others wait for the next round: it is the database then, and none of them. */
const mostFailed = 20;

/**
 * Publishes scheduled posts whose time has come; returns their ids. Several processes may do so at a time: each post is published once. One that can't be
 * published keeps no other waiting: it goes into `failed` by its id, with its error, and stays scheduled.
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
    if (due.length === 0 || failed.size >= mostFailed) return published;
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

/** Publishes all of them or none; returns those that were still to be. */
async function publishTogether(
  { write }: Pick<Database, 'write'>,
  ids: readonly number[],
  now: number,
): Promise<number[]> {
  return write(async (tx) => {
    // Looked at again inside the transaction: somebody may have moved or published it meanwhile.
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

/** Scheduled posts are a queue by themselves: each has its moment. Several processes may publish them. */
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
          if (posts.length > 0) log.info({ posts }, 'Published what was scheduled');
          const [first] = failed;
          if (first)
            throw new Error(
              `Of what was scheduled the posts ${[...failed.keys()].join(', ')} could not be published: ${messageOf(first[1])}`,
            );
        },
      ];
    },
    nextDueAt,
  };
}

/** Enqueued by migrations after which beginnings of texts are made by another rule. */
const openingsJob: JobKind<Record<string, never>> = {
  name: 'openings',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** Posts of one transaction: some 10 ms, in which SQLite keeps the serving thread from its readers. */
const openingsAtOnce = 50;

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
