import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { listPostIds } from './list.ts';
import { publishDue } from './schedule.ts';

onBothDatabases('scheduled posts', (get) => {
  test('are published when their time has come, each once, with their own date', async () => {
    const noon = Date.UTC(2027, 0, 1, 12);
    const [due, later] = await get().write(async (tx) => [
      await makePost(tx, { status: 'future', publishedAt: noon, modifiedAt: noon - 5000 }),
      await makePost(tx, { status: 'future', publishedAt: noon + 60_000 }),
    ] as const);
    await get().write((tx) => makePost(tx, { status: 'draft', publishedAt: noon - 1000 }));
    expect(await publishDue(get(), noon - 1)).toEqual([]);
    const rounds = await Promise.all([publishDue(get(), noon), publishDue(get(), noon)]);
    expect(rounds.flat()).toEqual([due]);
    expect(await listPostIds(get().read, { limit: 10 })).toEqual([due]);
    const row = await get().read.selectFrom('post').select(['published_at', 'modified_at', 'status']).where('id', '=', due).executeTakeFirstOrThrow();
    expect(row).toEqual({ published_at: noon, modified_at: noon - 5000, status: 'publish' });
    expect(await publishDue(get(), noon + 60_000)).toEqual([later]);
  });

  test('however many are due', async () => {
    const when = Date.UTC(2027, 5, 1);
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 45; n++) made.push(await makePost(tx, { status: 'future', publishedAt: when + n }));
      return made;
    });
    expect(await publishDue(get(), when + 100)).toEqual(ids);
  });
});
