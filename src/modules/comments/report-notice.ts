import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { enqueueJobs } from '../jobs/writer.ts';
import type { Settings } from '../settings/settings.ts';

const schema = z.object({ commentId: z.int().positive() });

/** The moderator is told of a comment that is reported; nobody is where none of its reports waits when its turn comes. */
export const reportNoticeJob: JobKind<z.output<typeof schema>> = {
  name: 'report-notice',
  schema,
  tries: { firstPauseMs: 5000, longestPauseMs: 3_600_000, most: 20 },
};

/** Has the moderator told of a comment, as the settings say, in the transaction that keeps the first report of it that waits. */
export async function tellOfReport(
  tx: Tx,
  commentId: number,
  { reports_notify: isTold }: Pick<Settings, 'reports_notify'>,
): Promise<void> {
  if (isTold) await enqueueJobs(tx, reportNoticeJob, [{ key: String(commentId), payload: { commentId } }]);
}
