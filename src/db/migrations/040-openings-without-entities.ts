import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Beginnings of texts that hold what may be an entity are made once more: all names that HTML has are read, where only the usual ones were. */
export const openingsWithoutEntities: Migration = {
  id: 40,
  name: 'openings-without-entities',
  steps: () => [
    `update post set opening = null where opening like '%&%'`,
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'openings', 'all', '{}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint) where exists (select 1 from post where opening is null)
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
