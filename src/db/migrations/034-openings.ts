import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** How the text of each post begins, in plain words, so that lists need not read its markup; a job behind the site notes it of what is there. */
export const openings: Migration = {
  id: 34,
  name: 'openings',
  steps: () => [
    'alter table post add column opening text',
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'openings', 'all', '{}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint) where exists (select 1 from post)
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
