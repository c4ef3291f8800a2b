import type { Migration } from '../../src/kernel/db/migration.ts';
import { newestSchema } from '../../src/kernel/db/migrate.ts';

/** Counters after the first statement. */
type Then = {
  counter: { key: string; value: number; spelled: string };
};

/** A migration with a function between two statements; it awaits `halfway` after writing some of its rows. */
export const spelledCounters = (halfway: () => Promise<void>): Migration => ({
  id: newestSchema + 1,
  name: 'spelled counters',
  steps: ({ text }) => [
    `alter table counter add column spelled ${text} default ''`,
    async (db) => {
      const tables = db.$extendTables<Then>();
      for (const { key, value } of await tables
        .selectFrom('counter')
        .select(['key', 'value'])
        .orderBy('value')
        .execute()) {
        await tables
          .updateTable('counter')
          .set({ spelled: new Intl.NumberFormat('en', { notation: 'compact' }).format(value) })
          .where('key', '=', key)
          .execute();
        await halfway();
      }
    },
    'create index counter_spelled on counter (spelled)',
  ],
});
