import type { Database } from '../../db/open-database.ts';
import { updatePost } from './writer.ts';

/** Posts published in one go; the rest follow at once. */
const atOnce = 20;

/** Publishes scheduled posts whose time has come; returns their ids. Several processes may do so at a time: each post is published once. */
export async function publishDue(database: Pick<Database, 'read' | 'write'>, now: number): Promise<number[]> {
  const published: number[] = [];
  for (;;) {
    const due = await database.read.selectFrom('post').select('id').where('status', '=', 'future').where('published_at', '<=', now).orderBy('published_at').limit(atOnce).execute();
    if (due.length === 0) return published;
    published.push(...(await database.write(async (tx) => {
      const ids = due.map(({ id }) => id);
      // Looked at again inside the transaction: somebody may have moved or published it meanwhile.
      const still = await tx.db.selectFrom('post').select(['id', 'modified_at']).where('id', 'in', ids).where('status', '=', 'future').where('published_at', '<=', now)
        .$if(tx.dialect.rowLocks, (query) => query.forUpdate()).execute();
      for (const { id, modified_at: modifiedAt } of still) await updatePost(tx, id, { status: 'publish', modifiedAt });
      return still.map(({ id }) => id);
    })));
  }
}

/** How often the schedule is looked at, in milliseconds. */
const everyMs = 10_000;

/** Publishes what is due now and from then on; returns the way to stop. A failure is told and tried again. */
export function keepSchedule(database: Pick<Database, 'read' | 'write'>, onPublished: (ids: readonly number[]) => void, onFailure: (error: unknown) => void): () => void {
  let running = false;
  const look = () => {
    if (running) return;
    running = true;
    publishDue(database, Date.now()).then((ids) => ids.length > 0 && onPublished(ids), onFailure).finally(() => (running = false));
  };
  look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
