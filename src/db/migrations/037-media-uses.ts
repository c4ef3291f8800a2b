import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What texts say of files of the library, and what files of one content have in common; a job behind the site notes the first of what is there. */
export const mediaUses: Migration = {
  id: 37,
  name: 'media uses',
  steps: ({ integer, key, clustered }) => [
    `create table media_mention (post_id ${integer}, name ${key}, primary key (name, post_id)) ${clustered}`,
    'create index media_mention_post on media_mention (post_id)',
    `alter table media add column content_hash ${key} default ''`,
    `create index media_content_hash on media (content_hash) where content_hash <> ''`,
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'media-mentions', 'all', '{}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint) where exists (select 1 from post)
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
