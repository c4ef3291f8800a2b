import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serializePhp } from '../../lib/php-serialize.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { dumpTables } from '../../../test/harness/dump-tables.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { dataWordsQueue, renewDataWords } from './jobs.ts';
import { findPost } from '../posts/reader.ts';
import { searchIndex } from '../search/search-index.ts';

const panels = serializePhp({
  widgets: [
    { text: '<p>Pangolin words of the data.</p>', panels_info: { class: 'SiteOrigin_Widget_Editor_Widget' } },
  ],
});
const acf = '<!-- wp:acf/box {"data":{"title":"Aardvark words","_title":"field_1"}} /-->';

onBothDatabases('words from block data in older posts', (get) => {
  const renewAll = async () => {
    let steps = 0;
    for (let last: number | undefined = 0; last !== undefined; last = await renewDataWords(get(), last))
      steps++;
    return steps;
  };
  /** As stored by an older version, without the words of the data. */
  const makeOld = async (content: string, meta: Readonly<Record<string, string>>) => {
    const id = await get().write((tx) => makePost(tx, { content, status: 'publish', title: 'Old' }));
    await get().write(async (tx) => {
      for (const [key, value] of Object.entries(meta))
        await tx.db.insertInto('post_meta').values({ post_id: id, key, value }).execute();
    });
    return id;
  };
  const find = async (query: string) =>
    (await searchIndex(get().read, get().dialect.search, { query, limit: 50 })).ids;

  test('a job updates their openings and search words, and no others', async () => {
    const plain = await makeOld('<p>Plain words.</p>', { views: '3' });
    const old = await makeOld('', { panels_data: panels });
    const before = await findPost(get().read, plain);
    expect([(await findPost(get().read, old))?.opening, await find('pangolin')]).toEqual(['', []]);
    await get().write(async (tx) => {
      await tx.db
        .insertInto('job')
        .values({ kind: 'data-words', key: 'all', payload: '{}', due_at: 1, created_at: 1 })
        .execute();
    });
    const log = {
      info: () => undefined,
      warn: (details: object) => expect(details).toBe('nothing to warn of'),
    };
    const jobs = startQueues([dataWordsQueue({ database: get(), log })], { bus: get().bus, log });
    await expect
      .poll(async () => (await findPost(get().read, old))?.opening)
      .toBe('Pangolin words of the data.');
    await expect
      .poll(async () => get().read.selectFrom('job').select('key').where('kind', '=', 'data-words').execute())
      .toEqual([]);
    await jobs.close();
    expect(await find('pangolin')).toEqual([old]);
    expect(await findPost(get().read, plain)).toEqual(before);
  });

  test('it runs in limited steps, and a second run changes nothing', async () => {
    const blocks = await makeOld('', {});
    await get().write(async (tx) => {
      await tx.db
        .updateTable('post')
        .set({ content: acf, opening: '', expanded: null })
        .where('id', '=', blocks)
        .execute();
      for (let index = 0; index < 25; index++) await makePost(tx, { content: '<p>Words.</p>' });
    });
    for (let index = 0; index < 12; index++) await makeOld('', { panels_data: panels });
    expect(await renewAll()).toBeGreaterThan(2);
    expect((await findPost(get().read, blocks))?.opening).toContain('Aardvark words');
    const dump = await dumpTables(get());
    await renewAll();
    expect(await dumpTables(get())).toEqual(dump);
    expect(
      (await sql`select 1 from post where opening = 'Pangolin words of the data.'`.execute(get().read)).rows,
    ).toHaveLength(13);
  });
});
