import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Beginnings of texts with blocks that their editors have hidden are made once more: what these say is for nobody to read. */
export const openingsWithoutHiddenBlocks: Migration = {
  id: 39,
  name: 'openings-without-hidden-blocks',
  steps: () => [
    `update post set opening = null where content like '%blockVisibility%' or expanded like '%blockVisibility%'`,
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'openings', 'all', '{}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint) where exists (select 1 from post where opening is null)
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
