import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { dayCounterKey, listCountedDays } from '../../../modules/posts/list.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to counted days', (get) => {
  test('counts what is listed already, by the day', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(16);
    const moments = [
      Date.UTC(2026, 10, 20),
      Date.UTC(2026, 10, 20, 23, 59, 59, 999),
      Date.UTC(2026, 10, 21),
      1,
      Date.UTC(1955, 4, 5, 6),
    ];
    const posts = [
      ...moments.map((publishedAt) => ['post', 'publish', '', publishedAt] as const),
      ['post', 'draft', '', 0],
      ['post', 'publish', 'x', 0],
      ['page', 'publish', '', 5],
    ] as const;
    await database.write(async (tx) => {
      // Writers know newer tables.
      for (const [type, status, password, publishedAt] of posts) {
        await sql`insert into post (type, status, password, published_at, slug, title, excerpt, content)
          
          values (${type}, ${status}, ${password}, ${publishedAt}, '', '', '', '')`.execute(tx.db);
      }
    });
    expect(await database.migrate()).toContain('counted days');
    const days = (await listCountedDays(database.read, 'post', 100)).map(({ from, to, count }) => [
      new Date(from).toISOString().slice(0, 10),
      to - from,
      count,
    ]);
    expect(days).toEqual(
      [
        ['2026-11-21', 1],
        ['2026-11-20', 2],
        ['1970-01-01', 1],
        ['1955-05-05', 1],
      ].map(([day, count]) => [day, 86_400_000, count]),
    );
    const keys = (
      await database.read.selectFrom('counter').select('key').where('key', 'like', 'day:page:%').execute()
    ).map(({ key }) => key);
    expect(keys).toEqual([dayCounterKey('page', 5)]);
    await database.close();
    await place.drop();
  });
});
