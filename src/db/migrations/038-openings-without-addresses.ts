import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Beginnings of texts that hold an address are made once more: one that stands alone in a paragraph is none of its words, however the paragraph is written. */
export const openingsWithoutAddresses: Migration = {
  id: 38,
  name: 'openings-without-addresses',
  steps: () => [
    `update post set opening = null where opening like '%http%'`,
    async (db) => {
      await sql`insert into job (kind, key, payload, due_at, created_at)
        select 'openings', 'all', '{}', cast(${Date.now()} as bigint), cast(${Date.now()} as bigint) where exists (select 1 from post where opening is null)
        on conflict (kind, key) do nothing`.execute(db);
    },
  ],
};
