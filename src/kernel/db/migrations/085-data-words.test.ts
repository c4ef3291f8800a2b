import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to words of data', (get) => {
  test('enqueues one job where there are posts, and none on a new site', async () => {
    for (const posts of [0, 2]) {
      const place = await makeTestDatabase(get().dialect.name, { migrated: false });
      const database = await openDatabase({ ...place, maxConnections: 2 });
      await database.migrate(84);
      await database.write(async (tx) => {
        await sql`delete from job`.execute(tx.db);
        await sql`delete from post`.execute(tx.db);
        for (let id = 1; id <= posts; id++) {
          await sql`insert into post (id, type, status, slug, title, content, opening, created_at, modified_at)
            values (${100 + id}, 'post', 'draft', '', '', '', '', 0, 0)`.execute(tx.db);
        }
      });
      await database.migrate(85);
      const { rows } = await sql<{ key: string }>`select key from job where kind = 'data-words'`.execute(
        database.read,
      );
      expect(rows.map(({ key }) => key)).toEqual(posts === 0 ? [] : ['all']);
      await database.close();
      await place.drop();
    }
  });
});
