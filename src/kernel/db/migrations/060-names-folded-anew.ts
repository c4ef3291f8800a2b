import { sql } from 'kysely';
import { nameKey } from '../../../lib/fold.ts';
import type { Migration } from '../migration.ts';

/** Terms read and written by one statement. */
const portion = 1000;

/** Names of terms are put in order and searched by what is made of them now: Arabic and Hebrew without points, digits of every script. */
export const namesFoldedAnew: Migration = {
  id: 60,
  name: 'names folded anew',
  steps: () => [
    async (db) => {
      const tables = db.$extendTables<{ term: { id: number; name: string; name_key: string } }>();
      for (let last = 0; ; ) {
        const rows = await tables
          .selectFrom('term')
          .select(['id', 'name', 'name_key'])
          .where('id', '>', last)
          .orderBy('id')
          .limit(portion)
          .execute();
        if (rows.length === 0) return;
        const keys = rows
          .filter((row) => nameKey(row.name) !== row.name_key)
          .map(({ id, name }) => sql`(cast(${id} as bigint), cast(${nameKey(name)} as text))`);
        if (keys.length > 0) {
          await sql`with found (id, name_key) as (values ${sql.join(keys)})
            update term set name_key = found.name_key from found where term.id = found.id`.execute(tables);
        }
        last = Number(rows.at(-1)?.id);
      }
    },
  ],
};
