import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { listPeriods } from './periods.ts';

onBothDatabases('periods of archives', (get) => {
  test('days start at one o’clock where the clock change skips the hour before, as in Chile', async () => {
    const [evening, morning] = [Date.UTC(2026, 8, 6, 3, 30), Date.UTC(2026, 8, 6, 4, 30)];
    await get().write(async (tx) => {
      await makePost(tx, { publishedAt: evening });
      await makePost(tx, { publishedAt: morning });
    });
    const days = await listPeriods(get().read, 'daily', 'America/Santiago', 10);
    expect(days.map(({ first, count }) => [new Date(first).toISOString().slice(0, 10), count])).toEqual([
      ['2026-09-06', 1],
      ['2026-09-05', 1],
    ]);
  });
});
