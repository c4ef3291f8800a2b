import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Texts are read with the dates of their post that they bind: those that were written before are read anew, by the job that follows patterns. */
export const boundDates: Migration = {
  id: 55,
  name: 'bound dates',
  steps: () => [
    `insert into post_pattern (post_id, pattern_id, version) select post.id, 0, -1 from post where post.content like '%core/post-data%' or exists (
      select 1 from post_pattern held join post pattern on pattern.id = held.pattern_id where held.post_id = post.id and pattern.content like '%core/post-data%'
    ) on conflict (post_id, pattern_id) do update set version = -1`,
    async (db) => {
      const now = Date.now();
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'pattern', '0', '{"patternId":0}', cast(${now} as bigint), cast(${now} as bigint)
        where exists (select 1 from post_pattern where pattern_id = 0)
        on conflict (kind, key) do update set due_at = excluded.due_at, attempts = 0, unfinished = 0, claim = '', reason = '', failed_at = 0`.execute(
        db,
      );
    },
  ],
};
