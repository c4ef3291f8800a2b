import { claimJobs, failJob, finishJob, releaseJob } from '../../src/kernel/jobs/claim.ts';
import type { ClaimedJob } from '../../src/kernel/jobs/claim.ts';
import { keepJobs } from '../../src/kernel/jobs/job-queue.ts';
import type { JobLog, KeptJobs } from '../../src/kernel/jobs/job-queue.ts';
import { mediaQueue } from '../../src/modules/media/jobs.ts';
import type { ProcessedImage } from '../../src/modules/media/make-sizes.ts';
import { sizesJob } from '../../src/modules/media/queue.ts';
import type { SizeMaker } from '../../src/modules/media/size-maker.ts';
import { saveMadeSizes } from '../../src/modules/media/writer.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';

/** A picture that was taken up. */
export interface MediaJob extends ClaimedJob {
  readonly mediaId: number;
}

/** Takes up the picture that is next, as a serving process does. */
export async function claimMedia(database: Database, now: number): Promise<MediaJob | undefined> {
  const [job] = await claimJobs(database, sizesJob, now, 1);
  return job && { ...job, mediaId: Number(job.key) };
}

/** Writes what was made and ends the job; false when it is no longer ours. */
export async function finishMedia(tx: Tx, job: MediaJob, made: ProcessedImage): Promise<boolean> {
  if (!(await finishJob(tx, job))) return false;
  await saveMadeSizes(tx, job.mediaId, made);
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

/** Makes the sizes of pictures, and does nothing else, until it is closed. */
export function keepMediaQueue(
  database: Database,
  dataDir: string,
  log: JobLog,
  options?: { readonly maker: () => SizeMaker },
): KeptJobs {
  return keepJobs([mediaQueue({ database, dataDir, log }, options)], { bus: database.bus, log });
}
