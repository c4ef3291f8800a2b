import { afterEach, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import type { Emission } from '../kernel/db/invalidation.ts';
import { BatchWriter } from './batch-writer.ts';

afterEach(() => void vi.useRealTimers());

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
});
