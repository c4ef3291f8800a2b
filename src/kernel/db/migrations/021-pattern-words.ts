import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Search asks patterns for what they say, and texts show the meta that they bind: what posts hold patterns, patterns and texts that bind meta are read anew, by
 * jobs behind the site. 0 stands for no pattern: its job reads those that name none.
 */
export const patternWords: Migration = {
  id: 21,
  name: 'pattern words',
  steps: () => [
    `update post_pattern set version = -1`,
    `insert into post_pattern (post_id, pattern_id, version) select id, 0, -1 from post where type = 'wp_block' or content like '%core/post-meta%'`,
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'pattern', cast(pattern_id as text), '{"patternId":' || pattern_id || '}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint)
        from (select distinct pattern_id from post_pattern) as named where true
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
