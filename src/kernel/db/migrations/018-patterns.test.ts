import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { followOnce } from '../../../modules/patterns/jobs.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to patterns in posts', (get) => {
  test('notes what stored posts hold, in more portions than one, and leaves their texts to jobs', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(17);
    const texts = [
      '<!-- wp:paragraph --><p>Pattern.</p><!-- /wp:paragraph -->',
      'No block, but wp:block',
      '<!-- wp:block {"ref":9999} /--><!-- wp:block {"ref":"1"} /-->',
      '<!-- wp:block {"ref":broken} /--><!-- wp:block /-->',
      ...Array.from({ length: 1200 }, () => '<!-- wp:core/block {"ref":1} /--><!-- wp:block {"ref":1} /-->'),
    ];
    await database.write(async (tx) => {
      for (const [index, text] of texts.entries()) {
        await sql`insert into post (type, status, slug, title, excerpt, content, revision) 
          values (${index === 0 ? 'wp_block' : 'post'}, 'publish', ${`s${index}`}, '', '', ${text}, 3)`.execute(
          tx.db,
        );
      }
    });
    expect(await database.migrate(18)).toContain('patterns');
    const noted = () =>
      database.read
        .selectFrom('post_pattern')
        .select(['post_id', 'pattern_id', 'version'])
        .orderBy('post_id')
        .orderBy('pattern_id')
        .execute();
    const before = await noted();
    expect([before.length, before.slice(0, 2)]).toEqual([
      1202,
      [
        { post_id: 3, pattern_id: 1, version: -1 },
        { post_id: 3, pattern_id: 9999, version: -1 },
      ],
    ]);
    expect(await database.read.selectFrom('job').select(['kind', 'key']).orderBy('key').execute()).toEqual([
      { kind: 'pattern', key: '1' },
      { kind: 'pattern', key: '9999' },
    ]);
    await database.migrate();
    for (const id of [0, 1]) while ((await followOnce(database, id)) > 0) continue;
    expect(new Set((await noted()).map(({ pattern_id: id, version }) => `${id} ${version}`))).toEqual(
      new Set(['1 3', '9999 0']),
    );
    const { expanded } = await database.read
      .selectFrom('post')
      .select('expanded')
      .where('id', '=', 1000)
      .executeTakeFirstOrThrow();
    expect(expanded?.split('Pattern.').length).toBe(3);
    await database.close();
    await place.drop();
  });
});
