import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { settingsChanged } from '../settings/index.ts';
import { enqueueJobs, removeJobs } from '../../kernel/jobs/store.ts';
import { maxStayMs, removalJob } from '../media/index.ts';

export const followers = [
  defineFollower(
    'fonts',
    on(settingsChanged, async (tx: Tx, changes) => {
      const look = changes.get('look');
      if (look) await scheduleFontDeletion(tx, look.before, look.after);
    }),
  ),
];

const fontsIn = (look = '') =>
  new Set([...look.matchAll(/"([0-9a-f]{32}\.woff2)"/g)].map(([, file]) => `fonts/${file}`));

/** Schedules deletion, a day later, of font files that the look no longer uses, and cancels it for those in use again. Takes looks as stored. */
async function scheduleFontDeletion(
  tx: Tx,
  before: string | undefined,
  now: string | undefined,
): Promise<void> {
  const named = fontsIn(now);
  await removeJobs(tx, removalJob, [...named]);
  const left = [...fontsIn(before)].filter((path) => !named.has(path));
  await enqueueJobs(
    tx,
    removalJob,
    left.map((path) => ({ key: path, payload: { paths: [path] } })),
    Date.now() + maxStayMs,
  );
}
