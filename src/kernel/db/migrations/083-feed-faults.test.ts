import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the migration to feed faults', (get) => {
  test('deletes failed jobs of feeds, and no other job', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(82);
    await database.write(async (tx) => {
      await sql`insert into feed (url, items, fetched_at, asked_at) values ('https://news.example/', '[]', 0, 1)`.execute(
        tx.db,
      );
      for (const [kind, key, failedAt] of [
        ['feed', 'refused', 1],
        ['feed', 'retried', 0],
        ['mail', 'refused', 1],
      ] as const) {
        await sql`insert into job (kind, key, payload, due_at, created_at, reason, failed_at) values (${kind}, ${key}, '{}', 0, 0, 'No.', ${failedAt})`.execute(
          tx.db,
        );
      }
    });
    await database.migrate(83);
    const jobs = await sql<{ kind: string; key: string }>`select kind, key from job order by kind`.execute(
      database.read,
    );
    expect(jobs.rows).toEqual([
      { kind: 'feed', key: 'retried' },
      { kind: 'mail', key: 'refused' },
    ]);
    expect((await sql`select url, fault from feed`.execute(database.read)).rows).toEqual([
      { url: 'https://news.example/', fault: '' },
    ]);
    await database.close();
    await place.drop();
  });
});
