import { sql } from 'kysely';
import type { Database, Tx } from '../../db/open-database.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { isEnlisted } from '../posts/policy.ts';
import { searchTokensOf } from '../posts/search-words.ts';
import { patternType } from '../types/names.ts';
import { followJob } from './follow-job.ts';
import { expandTexts, notePatterns } from './writer.ts';

/** Posts of one transaction, beside which others wait on SQLite: a fifth of a second, where half of it would be the index’s merging after smaller ones. */
const atOnce = 200;

/**
 * Brings what is kept of the texts of posts up to the patterns that they hold, one job for each pattern that changed, however many posts that is. Each post is
 * brought up in one transaction, with the version that it then has: a job that is interrupted goes on where it was.
 */
export function patternQueue(site: JobQueueSite): Queue {
  return jobQueue(site, followJob, {
    concurrency: 1,
    run: async ({ patternId }, { signal, finish }) => {
      while ((await followOnce(site.database, patternId)) > 0) signal.throwIfAborted();
      await finish(async (tx) => tx.emit('excerpts'));
    },
    failure: ({ patternId }) => `Excerpts and search don't follow the pattern ${patternId}`,
  });
}

/** Brings some posts up to a pattern; returns how many those were. */
export async function followOnce({ write }: Pick<Database, 'write'>, patternId: number): Promise<number> {
  return write(async (tx) => {
    const held = await tx.db.selectFrom('post_pattern').select('post_id').where('pattern_id', '=', patternId)
      .where('version', '<>', (eb) => eb.fn.coalesce(
        eb.selectFrom('post').select('revision').where('id', '=', patternId).where('type', '=', patternType), eb.val(0),
      )).orderBy('post_id').limit(atOnce).execute();
    if (held.length > 0) await bringUp(tx, held.map(({ post_id: id }) => id));
    return held.length;
  });
}

async function bringUp(tx: Tx, ids: readonly number[]): Promise<void> {
  const posts = await tx.db.selectFrom('post').select(['id', 'type', 'status', 'password', 'title', 'excerpt', 'content', 'expanded']).where('id', 'in', ids)
    .orderBy('id').$if(tx.dialect.rowLocks, (query) => query.forUpdate()).execute();
  const expanded = await expandTexts(tx, posts.map(({ content }) => content));
  await notePatterns(tx, new Map([...ids.map((id) => [id, undefined] as const), ...posts.map(({ id }, index) => [id, expanded[index]?.versions] as const)]));
  const changed = posts.flatMap((post, index) => {
    const text = expanded[index]?.text ?? null;
    return text === post.expanded ? [] : [{ ...post, expanded: text }];
  });
  if (changed.length === 0) return;
  const rows = changed.map(({ id, expanded: text }) => sql`(cast(${id} as bigint), cast(${text} as text))`);
  await sql`with found (id, expanded) as (values ${sql.join(rows)}) update post set expanded = found.expanded from found where post.id = found.id`
    .execute(tx.db);
  const words = changed.filter(isEnlisted).map(({ id, type, title, excerpt, content, expanded: text }) =>
    ({ postId: id, words: searchTokensOf({ type, title, excerpt, content: text ?? content }).words }));
  if (words.length > 0) for (const statement of tx.dialect.search.rewrite(words)) await statement.execute(tx.db);
}
