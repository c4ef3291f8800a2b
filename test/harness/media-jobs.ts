import { claimJobs, failJob, finishJob, releaseJob } from '../../src/kernel/jobs/claim.ts';
import type { ClaimedJob } from '../../src/kernel/jobs/claim.ts';
import { startQueues } from '../../src/kernel/jobs/job-queue.ts';
import type { JobLog, RunningQueues } from '../../src/kernel/jobs/job-queue.ts';
import { mediaQueue } from '../../src/modules/media/jobs.ts';
import type { ProcessedImage } from '../../src/modules/media/make-sizes.ts';
import { sizesJob } from '../../src/modules/media/queue.ts';
import type { SizeMaker } from '../../src/modules/media/size-maker.ts';
import { saveGeneratedSizes } from '../../src/modules/media/writer.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';

export interface MediaJob extends ClaimedJob {
  readonly mediaId: number;
}

/** Claims the next picture like a serving process. */
export async function claimMedia(database: Database, now: number): Promise<MediaJob | undefined> {
  const [job] = await claimJobs(database, sizesJob, now, 1);
  return job && { ...job, mediaId: Number(job.key) };
}

/** Stores the sizes and ends the job; false when the claim was lost. */
export async function finishMedia(tx: Tx, job: MediaJob, made: ProcessedImage): Promise<boolean> {
  if (!(await finishJob(tx, job))) return false;
  await saveGeneratedSizes(tx, job.mediaId, made);
  return true;
}

export async function failMedia(
  tx: Tx,
  job: MediaJob,
  { reason, again }: { readonly reason: string; readonly again: boolean },
  now: number,
): Promise<void> {
  await failJob(tx, sizesJob, job, { reason, final: !again }, now);
}

export const releaseMedia = releaseJob;

/** Generates sizes of pictures, and nothing else, until closed. */
export function keepMediaQueue(
  database: Database,
  dataDir: string,
  log: JobLog,
  options?: { readonly maker: () => SizeMaker },
): RunningQueues {
  return startQueues([mediaQueue({ database, dataDir, log }, options)], { bus: database.bus, log });
}
