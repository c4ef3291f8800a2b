import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { dailyQueue } from '../../kernel/jobs/job-queue.ts';
import type { Queue } from '../../kernel/jobs/job-queue.ts';
import { readSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';

/** Entries that are stored at most, whatever their age. */
export const maxEntries = 100_000;
const dayMs = 24 * 3_600_000;

/** How long entries are retained, in days. */
export const activityDays = ({ activity_days: days }: Pick<Settings, 'activity_days'>): number => days;

/** Deletes entries older than `days`, and the oldest ones beyond `most`. */
export async function forgetActivity(
  tx: Tx,
  { now, days, most = maxEntries }: { readonly now: number; readonly days: number; readonly most?: number },
): Promise<void> {
  const excess = await tx.db
    .selectFrom('activity')
    .select('id')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  await tx.db
    .deleteFrom('activity')
    .where((either) =>
      either.or([either('at', '<', now - days * dayMs), either('id', '<=', excess?.id ?? 0)]),
    )
    .execute();
}

/** Deletes old activity once a day, and other logs whose retention is passed as `others`. */
export const activityQueue = (
  { database }: { readonly database: Pick<Database, 'read' | 'writeDerived'> },
  others: readonly ((tx: Tx, now: number) => Promise<void>)[] = [],
): Queue =>
  dailyQueue('forget-activity', async (now) => {
    const { settings } = await readSettings(database.read);
    await database.writeDerived((tx) => forgetActivity(tx, { now, days: activityDays(settings) }));
    for (const forget of others) await database.writeDerived((tx) => forget(tx, now));
  });
