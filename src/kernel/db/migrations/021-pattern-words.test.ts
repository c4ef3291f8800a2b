import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { createSearchClient } from '../../../modules/search/search-client.ts';
import { followOnce } from '../../../modules/patterns/jobs.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to patterns that search asks', (get) => {
  test('has patterns, what holds them, and what binds meta read anew, and leaves the others', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(20);
    const bindings = { content: { source: 'core/post-meta', args: { key: 'mood' } } };
    const texts = [
      ['wp_block', '<p>Quokka.</p>'],
      ['post', '<!-- wp:block {"ref":1} /-->'],
      [
        'post',
        `<!-- wp:paragraph ${JSON.stringify({ metadata: { bindings } })} --><p>None</p><!-- /wp:paragraph -->`,
      ],
      ['post', 'Plain.'],
    ] as const;
    await database.write(async (tx) => {
      for (const [index, [type, text]] of texts.entries()) {
        const expanded = index === 1 ? 'Quokka.' : null;
        await sql`insert into post (type, status, slug, title, excerpt, content, revision, expanded)
          values (${type}, 'publish', ${`s${index}`}, '', '', ${text}, 3, ${expanded})`.execute(tx.db);
        const entry = { search_key: 100 + index, post_id: index + 1, type, title: '' };
        for (const statement of tx.dialect.search.insert(entry, { words: ['earlier'], grams: [] }))
          await statement.execute(tx.db);
      }
      await sql`insert into post_pattern (post_id, pattern_id, version) values (2, 1, 3)`.execute(tx.db);
      await sql`insert into post_meta (post_id, key, value) values (3, 'mood', 'Calm')`.execute(tx.db);
      await sql`insert into job (kind, key, payload, due_at, created_at) values ('pattern', '1', '{"patternId":1}', 5, 5)`.execute(
        tx.db,
      );
    });
    expect(await database.migrate()).toContain('pattern words');
    const noted = async () =>
      (await database.read.selectFrom('post_pattern').selectAll().orderBy('post_id').execute()).map((row) => [
        row.post_id,
        row.pattern_id,
        row.version,
      ]);
    expect(await noted()).toEqual([
      [1, 0, -1],
      [2, 1, -1],
      [3, 0, -1],
    ]);
    const jobs = await database.read
      .selectFrom('job')
      .select(['key', 'payload', 'due_at'])
      .where('kind', '=', 'pattern')
      .orderBy('key')
      .execute();
    expect(jobs.map(({ key, payload }) => [key, JSON.parse(payload)])).toEqual([
      ['0', { patternId: 0 }],
      ['1', { patternId: 1 }],
    ]);
    for (const id of [0, 1]) while ((await followOnce(database, id)) > 0) continue;
    expect(await noted()).toEqual([[2, 1, 3]]);
    const client = createSearchClient(database, { inProcess: true });
    const finds = async (query: string) => (await client.find({ query, limit: 9 })).ids;
    expect([await finds('quokka'), await finds('calm'), await finds('none'), await finds('earlier')]).toEqual(
      [[2], [3], [], [4]],
    );
    await database.close();
    await place.drop();
  });
});
