import type { Migration } from '../migration.ts';

/** Listed posts are counted by the day, too (`dayCounterKey`): archives of months say how many there are without a look at each. */
export const countedDays: Migration = {
  id: 17,
  name: 'counted days',
  steps: () => [
    // Five million days are added, so that keys have one length, and no day is below 0.
    `insert into counter (key, value)
      select 'day:' || type || ':' || cast((published_at + 432000000000000) / 86400000 as text), count(*) from post where status = 'publish' and password = ''
        group by 1`,
  ],
};
