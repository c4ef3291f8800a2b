import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../../test/harness/databases.ts';
import { claimMedia } from '../../../../test/harness/media-jobs.ts';
import { listMediaQueue } from '../../../modules/media/queue.ts';
import { openDatabase } from '../open-database.ts';

onBothDatabases('the step to one table of jobs', (get) => {
  test('carries over the pictures that wait, are being made, are tried again and failed', async () => {
    const place = await makeTestDatabase(get().dialect.name, { migrated: false });
    const database = await openDatabase({ ...place, maxConnections: 2 });
    await database.migrate(13);
    const soon = Date.now() + 60_000;
    await database.write(async (tx) => {
      for (const [id, attempts, unfinished, dueAt, claim, reason] of [
        [7, 0, 0, 1000, '', ''],
        [11, 0, 0, 1000, '', ''],
        [12, 1, 1, soon, 'somebody', ''],
        [13, 2, 0, soon + 1, '', 'The disk is full.'],
        [14, 1, 0, 0, '', 'It is no picture.'],
      ] as const) {
        await sql`insert into media (post_id, file, source_url, width, height, bytes, alt, focal_x, focal_y, color, sizes) values (${id}, ${`${id}.jpg`}, '',
          9, 9, 9, '', 500, 500, '', '{}')`.execute(tx.db);
        await sql`insert into media_job (post_id, attempts, unfinished, due_at, claim, reason) values (${id}, ${attempts}, ${unfinished}, ${dueAt}, ${claim},
          ${reason})`.execute(tx.db);
      }
    });
    expect(await database.migrate()).toContain('jobs');
    expect(await listMediaQueue(database.read, { failed: false })).toEqual([
      { mediaId: 14, file: '14.jpg', attempts: 1, reason: 'It is no picture.', dueAt: 0 },
      { mediaId: 11, file: '11.jpg', attempts: 0, reason: '', dueAt: 1000 },
      { mediaId: 7, file: '7.jpg', attempts: 0, reason: '', dueAt: 1000 },
      { mediaId: 12, file: '12.jpg', attempts: 1, reason: '', dueAt: soon },
      { mediaId: 13, file: '13.jpg', attempts: 2, reason: 'The disk is full.', dueAt: soon + 1 },
    ]);
    expect([
      (await claimMedia(database, soon - 1))?.mediaId,
      (await claimMedia(database, soon - 1))?.mediaId,
      await claimMedia(database, soon - 1),
    ]).toEqual([11, 7, undefined]);
    expect(
      await database.read.selectFrom('job').select(['claim', 'unfinished']).where('key', '=', '12').execute(),
    ).toEqual([{ claim: 'somebody', unfinished: 1 }]);
    await database.close();
    await place.drop();
  });
});
