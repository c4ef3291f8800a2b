import { sql } from 'kysely';
import { nameKey } from '../../../lib/fold.ts';
import type { Migration } from '../migration.ts';

/** Terms read and written by one statement. */
const portion = 1000;

/** Terms stand in one order on every database, whatever the case and the accents of their names. */
export const termOrder: Migration = {
  id: 16,
  name: 'term order',
  steps: ({ key }) => [
    `alter table term add column name_key ${key} default ''`,
    async (db) => {
      const tables = db.$extendTables<{ term: { id: number; name: string } }>();
      for (let last = 0; ; ) {
        const rows = await tables
          .selectFrom('term')
          .select(['id', 'name'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(portion)
          .execute();
        if (rows.length === 0) return;
        const keys = rows.map(({ id, name }) => sql`(cast(${id} as bigint), cast(${nameKey(name)} as text))`);
        await sql`with found (id, name_key) as (values ${sql.join(keys)})
          update term set name_key = found.name_key from found where term.id = found.id`.execute(tables);
        last = Number(rows.at(-1)?.id);
      }
    },
    `create index term_name on term (taxonomy, name_key, id)`,
    `drop index term_parent`,
    `create index term_parent on term (parent_id, taxonomy, name_key, id)`,
  ],
};
