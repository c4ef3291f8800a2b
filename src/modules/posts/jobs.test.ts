import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { listPostIds } from './list.ts';
import { publishDue, scheduleQueue } from './jobs.ts';

onBothDatabases('scheduled posts', (get) => {
  /** Creates posts due one millisecond apart, starting at `when`. */
  const makeDue = (count: number, when: number) =>
    get().write(async (tx) => {
      const ids: number[] = [];
      for (let n = 0; n < count; n++)
        ids.push(await makePost(tx, { status: 'future', publishedAt: when + n }));
      return ids;
    });

  test('are published when due, each once, with their own date', async () => {
    const noon = Date.UTC(2027, 0, 1, 12);
    const [due, later] = await get().write(
      async (tx) =>
        [
          await makePost(tx, { status: 'future', publishedAt: noon, modifiedAt: noon - 5000 }),
          await makePost(tx, { status: 'future', publishedAt: noon + 60_000 }),
        ] as const,
    );
    await get().write((tx) => makePost(tx, { status: 'draft', publishedAt: noon - 1000 }));
    expect(await publishDue(get(), noon - 1)).toEqual([]);
    const rounds = await Promise.all([publishDue(get(), noon), publishDue(get(), noon)]);
    expect(rounds.flat()).toEqual([due]);
    expect(await listPostIds(get().read, { limit: 10 })).toEqual([due]);
    const row = await get()
      .read.selectFrom('post')
      .select(['published_at', 'modified_at', 'status'])
      .where('id', '=', due)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ published_at: noon, modified_at: noon - 5000, status: 'publish' });
    expect(await publishDue(get(), noon + 60_000)).toEqual([later]);
  });

  test('however many are due', async () => {
    const when = Date.UTC(2027, 5, 1);
    const ids = await makeDue(45, when);
    expect(await publishDue(get(), when + 100)).toEqual(ids);
  });

  test('a post that can’t be published is logged and delays no other', async () => {
    const when = Date.UTC(2027, 8, 1);
    const [first, stuck, ...others] = await makeDue(23, when);
    /** Fails every transaction that publishes the given post. */
    const failing: Pick<Database, 'read' | 'write'> = {
      read: get().read,
      write: (work) =>
        get().write(async (tx) => {
          const result = await work(tx);
          const row = await tx.db
            .selectFrom('post')
            .select('status')
            .where('id', '=', stuck ?? 0)
            .executeTakeFirst();
          if (row?.status === 'publish') throw new Error('no room for it');
          return result;
        }),
    };
    const logged: object[] = [];
    const queue = scheduleQueue({
      database: failing,
      log: { info: (details) => void logged.push(details), warn: () => {} },
    });
    const [task] = await queue.take(when + 100, 1);
    await expect(task?.(new AbortController().signal)).rejects.toThrow(
      `The scheduled posts ${stuck} could not be published: no room for it`,
    );
    expect(logged).toEqual([{ posts: [first, ...others] }]);
    expect(await queue.take(when + 100, 1)).toHaveLength(1); // retried
    expect(await publishDue(get(), when + 100)).toEqual([stuck]);
  });

  test('stops for this round when the database can’t be written', async () => {
    const when = Date.UTC(2027, 9, 1);
    const ids = await makeDue(45, when);
    let writes = 0;
    const full: Pick<Database, 'read' | 'write'> = {
      read: get().read,
      write: async () => {
        writes += 1;
        throw new Error('the disk is full');
      },
    };
    const failed = new Map<number, unknown>();
    expect(await publishDue(full, when + 100, failed)).toEqual([]);
    expect([...failed.keys()]).toEqual(ids.slice(0, 20));
    expect(writes).toBe(21);
    expect(await publishDue(get(), when + 100)).toEqual(ids);
  });
});
