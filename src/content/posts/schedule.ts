import type { Database } from '../../db/open-database.ts';
import type { JobLog, Queue } from '../jobs/keep-jobs.ts';
import { updatePost } from './writer.ts';

/** Posts published in one go; the rest follow at once. */
const atOnce = 20;

/** Publishes scheduled posts whose time has come; returns their ids. Several processes may do so at a time: each post is published once. */
export async function publishDue(database: Pick<Database, 'read' | 'write'>, now: number): Promise<number[]> {
  const published: number[] = [];
  for (;;) {
    const due = await scheduled(database).where('published_at', '<=', now).limit(atOnce).execute();
    if (due.length === 0) return published;
    published.push(...(await database.write(async (tx) => {
      const ids = due.map(({ id }) => id);
      // Looked at again inside the transaction: somebody may have moved or published it meanwhile.
      const still = await tx.db.selectFrom('post').select(['id', 'modified_at']).where('id', 'in', ids).where('status', '=', 'future')
        .where('published_at', '<=', now)
        .$if(tx.dialect.rowLocks, (query) => query.forUpdate()).execute();
      for (const { id, modified_at: modifiedAt } of still) await updatePost(tx, id, { status: 'publish', modifiedAt });
      return still.map(({ id }) => id);
    })));
  }
}

const scheduled = ({ read }: Pick<Database, 'read'>) => read.selectFrom('post').select(['id', 'published_at']).where('status', '=', 'future')
  .orderBy('published_at');

/** Scheduled posts are a queue by themselves: each has its moment. Several processes may publish them. */
export function scheduleQueue({ database, log }: { readonly database: Pick<Database, 'read' | 'write'>; readonly log: JobLog }): Queue {
  const nextDueAt = async () => (await scheduled(database).limit(1).executeTakeFirst())?.published_at;
  return {
    name: 'schedule',
    concurrency: 1,
    take: async (now) => {
      if (((await nextDueAt()) ?? Infinity) > now) return [];
      return [async () => {
        const posts = await publishDue(database, now);
        if (posts.length > 0) log.info({ posts }, 'Published what was scheduled');
      }];
    },
    nextDueAt,
  };
}
