import { rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { findTakenPaths } from './media-files.ts';
import { removalJob } from './removal.ts';

/** Removes the files of attachments that were deleted. */
export function removalQueue(site: JobQueueSite & { readonly dataDir: string }): Queue {
  return jobQueue(site, removalJob, {
    concurrency: 1,
    run: ({ paths }) => removeFiles(site.database.read, site.dataDir, paths),
    failure: ({ paths: [file = ''] }) => `Could not remove the files of a picture that was deleted (${file})`,
  });
}

/** Removes an attachment's files, the file itself first; those that another attachment has stay, with all sizes where it has the file itself. */
async function removeFiles(
  read: JobQueueSite['database']['read'],
  dataDir: string,
  paths: readonly string[],
): Promise<void> {
  const taken = await findTakenPaths(read, paths);
  if (taken.has(paths[0] ?? '')) return;
  await removeUploads(
    dataDir,
    paths.filter((path) => !taken.has(path)),
  );
}

/** Removes files below the uploads folder; a path that leads out of it removes nothing. */
export async function removeUploads(dataDir: string, paths: readonly string[]): Promise<void> {
  const folder = resolve(dataDir, 'media') + sep;
  for (const path of paths) {
    const file = join(folder, path);
    if (file.startsWith(folder)) await rm(file, { force: true });
  }
}
