import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to untold comments', (get) => {
  test('who wrote the post has heard of what is public, and of nothing else', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(72);
    const statuses = ['approved', 'hold', 'spam', 'trash'];
    await database.write(async (tx) => {
      for (const [index, status] of statuses.entries()) {
        await sql`insert into comment (id, post_id, parent_id, thread_id, user_id, status, type, author_name, author_email, author_url, author_ip, created_at,
          content) values (${index + 1}, 1, 0, ${index + 1}, 0, ${status}, 'comment', '', '', '', '', 0, 'Words.')`.execute(
          tx.db,
        );
      }
    });
    await database.migrate(73);
    const { rows } = await sql<{
      status: string;
      untold: number;
    }>`select status, is_untold as untold from comment order by id`.execute(database.read);
    expect(rows.map(({ status, untold }) => [status, Number(untold)])).toEqual([
      ['approved', 0],
      ['hold', 1],
      ['spam', 1],
      ['trash', 1],
    ]);
    await expect(
      database.write((tx) => sql`update comment set is_untold = 2 where id = 1`.execute(tx.db)),
    ).rejects.toThrow(/check/i);
    await database.close();
    await place.drop();
  });
});
