import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { followOnce } from '../../../modules/patterns/jobs.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to dates that texts bind', (get) => {
  test('has what binds them read anew, by itself or in a pattern, and leaves the others', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(54);
    const bindings = { content: { source: 'core/post-data', args: { field: 'date' } } };
    const bound = `<!-- wp:paragraph ${JSON.stringify({ metadata: { bindings } })} --><p>Saved</p><!-- /wp:paragraph -->`;
    const texts = [
      ['wp_block', bound],
      ['post', '<!-- wp:block {"ref":1} /-->'],
      ['post', bound],
      ['post', 'Plain.'],
    ] as const;
    await database.write(async (tx) => {
      for (const [index, [type, text]] of texts.entries()) {
        await sql`insert into post (type, status, slug, title, excerpt, content, revision, expanded, published_at)
          values (${type}, 'publish', ${`s${index}`}, '', '', ${text}, 3, ${index === 1 ? 'Saved' : null}, 86400000)`.execute(
          tx.db,
        );
      }
      await sql`insert into post_pattern (post_id, pattern_id, version) values (2, 1, 3)`.execute(tx.db);
      await sql`insert into job (kind, key, payload, due_at, created_at, reason, failed_at)
        values ('pattern', '0', '{"patternId":0}', 5, 5, 'x', 5)`.execute(tx.db);
    });
    expect(await database.migrate()).toContain('bound dates');
    const noted = async () =>
      (
        await database.read
          .selectFrom('post_pattern')
          .selectAll()
          .orderBy('post_id')
          .orderBy('pattern_id')
          .execute()
      ).map((row) => [row.post_id, row.pattern_id, row.version]);
    expect(await noted()).toEqual([
      [1, 0, -1],
      [2, 0, -1],
      [2, 1, 3],
      [3, 0, -1],
    ]);
    expect(
      await database.read
        .selectFrom('job')
        .select(['key', 'reason', 'failed_at'])
        .where('kind', '=', 'pattern')
        .execute(),
    ).toEqual([{ key: '0', reason: '', failed_at: 0 }]);
    while ((await followOnce(database, 0)) > 0) continue;
    expect(await noted()).toEqual([[2, 1, 3]]);
    const said = await database.read.selectFrom('post').select('expanded').orderBy('id').execute();
    const day = expect.stringContaining('1970-01-02T00:00:00+00:00') as string;
    expect(said.map(({ expanded }) => expanded)).toEqual([day, day, day, null]);
    await database.close();
    await place.drop();
  });
});
