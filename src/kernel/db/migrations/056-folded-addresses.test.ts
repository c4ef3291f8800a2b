import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step that folds the addresses of commenters', (get) => {
  test('writes them as they are looked for, and leaves what is no address', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(55);
    await database.write(async (tx) => {
      for (const email of ['Ada@Mail.EXAMPLE', 'jö@münchen.example', 'ada@mail.example', '', 'no address']) {
        await sql`insert into comment (post_id, user_id, status, type, author_name, author_email, author_url, author_ip, created_at, content)
          values (1, 0, 'approved', 'comment', 'A', ${email}, '', '', 1, 'Remark')`.execute(tx.db);
      }
    });
    expect(await database.migrate()).toContain('folded addresses');
    const rows = await database.read.selectFrom('comment').select('author_email').orderBy('id').execute();
    expect(rows.map((row) => row.author_email)).toEqual([
      'ada@mail.example',
      'jö@xn--mnchen-3ya.example',
      'ada@mail.example',
      '',
      'no address',
    ]);
    await database.close();
    await place.drop();
  });
});
