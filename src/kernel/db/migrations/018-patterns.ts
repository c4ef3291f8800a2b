import { sql } from 'kysely';
import { patternRefs } from '../../../lib/markup/block-refs.ts';
import { portions } from '../../../lib/batch.ts';
import type { Migration } from '../migration.ts';

/** Posts read by one statement. */
const portion = 500;

/** Which posts hold which synced patterns, and their texts with the patterns in them; jobs behind the site fill these in. */
export const patterns: Migration = {
  id: 18,
  name: 'patterns',
  steps: ({ integer, clustered }) => [
    `alter table post add column expanded text`,
    `create table post_pattern (post_id ${integer}, pattern_id ${integer}, version ${integer}, primary key (post_id, pattern_id)) ${clustered}`,
    `create index post_pattern_pattern on post_pattern (pattern_id, post_id)`,
    async (db) => {
      const tables = db.$extendTables<{
        post: { id: number; content: string };
        post_pattern: { post_id: number; pattern_id: number; version: number };
        job: { kind: string; key: string; payload: string; due_at: number; created_at: number };
      }>();
      const named = new Set<number>();
      for (let last = 0; ; ) {
        const posts = await tables
          .selectFrom('post')
          .select(['id', 'content'])
          .where('id', '>', last)
          .where(sql<boolean>`content like '%wp:%block%'`)
          .orderBy('id')
          .limit(portion)
          .execute();
        const rows = posts.flatMap(({ id, content }) =>
          patternRefs(content).map((patternId) => ({ post_id: id, pattern_id: patternId, version: -1 })),
        );
        for (const some of portions(rows)) await tables.insertInto('post_pattern').values(some).execute();
        for (const { pattern_id: id } of rows) named.add(id);
        if (posts.length === 0) break;
        last = Number(posts.at(-1)?.id);
      }
      const now = Date.now();
      const jobs = [...named].map((id) => ({
        kind: 'pattern',
        key: String(id),
        payload: JSON.stringify({ patternId: id }),
        due_at: now,
        created_at: now,
      }));
      for (const some of portions(jobs)) await tables.insertInto('job').values(some).execute();
    },
  ],
};
