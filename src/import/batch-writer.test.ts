import { afterEach, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import type { Database } from '../kernel/db/open-database.ts';
import type { Emission } from '../kernel/db/invalidation.ts';
import { BatchWriter } from './batch-writer.ts';

afterEach(() => void vi.useRealTimers());

/** Units per transaction, when each seems to take so many milliseconds. */
async function batchesOf(database: Database, unitMs: number): Promise<number[]> {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const sizes: number[] = [];
  const writeDerived: Database['writeDerived'] = (work) => {
    sizes.push(0);
    return database.writeDerived(work);
  };
  const batches = new BatchWriter({ ...database, writeDerived }, { begin: () => {}, commit: () => {} });
  for (let nth = 0; nth < 40; nth++)
    await batches.add({
      work: async () => {
        now += unitMs;
        sizes.push((sizes.pop() ?? 0) + 1);
      },
      failed: (reason) => expect.fail(reason),
    });
  await batches.flush();
  clock.mockRestore();
  return sizes;
}

onBothDatabases('batches of an import', (get) => {
  test('emit removals with the commit itself, and all else later', async () => {
    const received: Emission[] = [];
    const stop = get().bus.listen((emissions) => received.push(...emissions));
    vi.useFakeTimers({ toFake: ['Date'] }); // the two-second timer must not fire, however long it takes
    const batches = new BatchWriter(get(), { begin: () => {}, commit: () => {} });
    await batches.add({
      work: async (tx) => {
        tx.emit('post:1', 'remove');
        tx.emit('list:post');
      },
      failed: (reason) => expect.fail(reason),
    });
    await batches.flush();
    expect(received).toEqual([{ tag: 'post:1', urgency: 'remove' }]);
    await batches.finish();
    expect(received).toContainEqual({ tag: 'list:post', urgency: 'change' });
    stop();
  });

  test('have several units when these are slow, but hold their locks for about a tenth of a second', async () => {
    const of = (unitMs: number) => batchesOf(get(), unitMs);
    expect(Math.max(...(await of(0)))).toBeGreaterThan(20);
    expect(await of(12)).toEqual([1, 8, 8, 8, 8, 7]);
    expect(Math.max(...(await of(40)))).toBe(3);
    expect(Math.max(...(await of(500)))).toBe(1);
  });
});
