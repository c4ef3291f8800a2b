import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to openings without brackets', (get) => {
  test('has those with brackets in them made anew, and leaves all others', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(73);
    const openings = ['[youtube https://youtu.be/x] Words.', 'Words.', ''];
    await database.write(async (tx) => {
      for (const [id, opening] of openings.entries()) {
        await sql`insert into post (id, type, status, slug, title, content, opening, created_at, modified_at)
          values (${100 + id}, 'post', 'draft', '', '', '', ${opening}, 0, 0)`.execute(tx.db);
      }
    });
    await database.migrate(74);
    const { rows } = await sql<{
      opening: string | null;
    }>`select opening from post where id >= 100 order by id`.execute(database.read);
    expect(rows.map(({ opening }) => opening)).toEqual([null, 'Words.', '']);
    expect((await sql`select 1 from job where kind = 'openings'`.execute(database.read)).rows).toHaveLength(
      1,
    );
    await database.close();
    await place.drop();
  });
});
