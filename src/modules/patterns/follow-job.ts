import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { enqueueJobs } from '../jobs/writer.ts';

/** 0: those that are to be read anew whatever patterns they hold. */
const schema = z.object({ patternId: z.int().nonnegative() });

/** What is known of the texts of posts follows a pattern that they hold. */
export const followJob: JobKind<z.output<typeof schema>> = {
  name: 'pattern',
  schema,
  tries: { firstPauseMs: 1000, longestPauseMs: 600_000, most: 20 },
};

/** How long readers of pages that show it go before, in milliseconds: each renders the page anew, which is to take no longer than it must. */
const readersFirstMs = 100;

/** Has excerpts and search follow a pattern that was written, changed or deleted. */
export async function followPattern(tx: Tx, patternId: number): Promise<void> {
  await enqueueJobs(
    tx,
    followJob,
    [{ key: String(patternId), payload: { patternId } }],
    Date.now() + readersFirstMs,
  );
}

/**
 * Has excerpts and search follow the site's time zone where texts bind dates of their post (`core/post-data`), in their patterns, too. Takes no look at texts
 * that show nothing of others.
 */
export async function followTimeZone(tx: Tx): Promise<void> {
  await sql`insert into post_pattern (post_id, pattern_id, version) select post.id, 0, -1 from post
    where post.expanded is not null and (post.content like '%core/post-data%' or exists (
      select 1 from post_pattern held join post pattern on pattern.id = held.pattern_id where held.post_id = post.id and pattern.content like '%core/post-data%'
    )) on conflict (post_id, pattern_id) do update set version = -1`.execute(tx.db);
  const marked = await tx.db
    .selectFrom('post_pattern')
    .select('post_id')
    .where('pattern_id', '=', 0)
    .limit(1)
    .executeTakeFirst();
  if (marked) await followPattern(tx, 0);
}
