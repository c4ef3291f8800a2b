import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf } from '../../lib/errors.ts';
import { UnrecoverableError } from '../jobs/job.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobContext, JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { isDrawing } from './media.ts';
import type { MediaSizes } from './media.ts';
import { findTakenPaths } from './media-files.ts';
import { newPartFolder, placeParts, sweepParts } from '../../kernel/part-files.ts';
import { sizesJob } from './queue.ts';
import { removeUploads } from './remove-files.ts';
import { SizeMaker } from './size-maker.ts';
import { isGeneratedSize } from './size-boxes.ts';
import { parseSizes } from './sizes-json.ts';
import type { SizesProgress } from './sizes-progress.ts';
import { saveMadeSizes } from './writer.ts';

/** Crashes and hangs of one picture's own making after which nobody tries again by himself; other faults, such as a full disk, pass some day. */
const mostCrashes = 3;

export interface MediaQueueSite extends JobQueueSite {
  readonly dataDir: string;
  /** Makes a file below the uploads folder be there before its sizes are made; undefined for one that is. */
  readonly beforeUpload?: ((file: string) => Promise<void> | undefined) | undefined;
  /** Notified when the queue starts, ends a job and stops. */
  readonly sizes?: SizesProgress | undefined;
}

/** Makes the sizes of pictures, one at a time for two cores. `maker`: for tests. */
export function mediaQueue(
  site: MediaQueueSite,
  { maker = () => new SizeMaker() }: { readonly maker?: () => SizeMaker } = {},
): Queue {
  const {
    database: { read },
    dataDir,
    log,
    beforeUpload,
    sizes,
  } = site;
  const hands = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
  const makers = Array.from({ length: hands }, maker);
  const idle = [...makers];
  const swept = sweepParts(dataDir, { own: true }).catch((error: unknown) =>
    log.warn({ reason: messageOf(error) }, 'Could not remove half-written files'),
  );

  async function makeSizes(
    mediaId: number,
    former: readonly string[],
    { attempts, finish, signal }: JobContext,
  ): Promise<void> {
    const media = await read
      .selectFrom('media')
      .select(['file', 'sizes'])
      .where('post_id', '=', mediaId)
      .where('file', '<>', '')
      .executeTakeFirst();
    if (!media || isDrawing(media.file)) return; // it was deleted, its file never reached us, or it has no sizes
    const { file } = media;
    await beforeUpload?.(file);
    const part = await newPartFolder(dataDir);
    try {
      signal.throwIfAborted(); // that may have taken long, and a process that starts behind `close` is ended by nobody
      const hand = idle.pop() ?? maker();
      const reply = await hand
        .make({ dataDir, file, kept: broughtAlong(parseSizes(media.sizes)), part })
        .finally(() => idle.push(hand));
      if ('made' in reply) {
        const isKept = await finish(async (tx) => {
          await saveMadeSizes(tx, mediaId, reply.made);
          // Who deletes or replaces it now waits for this transaction: nothing comes back, and nothing is put over what is new.
          await placeParts(part, join(dataDir, 'media', dirname(file)));
        });
        if (!isKept) return;
        return await removeFormer(former, [
          file,
          ...Object.values(reply.made.sizes).map((size) => join(dirname(file), size.file)),
        ]);
      }
      const { fault, again, crashed = false } = reply;
      throw again && !(crashed && attempts >= mostCrashes) ? new Error(fault) : new UnrecoverableError(fault);
    } finally {
      await rm(part, { force: true, recursive: true });
    }
  }

  /** Removes what was made of a picture whose place another one took, but for what is a file of this one, or of somebody else. */
  async function removeFormer(former: readonly string[], present: readonly string[]): Promise<void> {
    const leftOver = former.filter((path) => !present.includes(path));
    const taken = await findTakenPaths(read, leftOver);
    await removeUploads(
      dataDir,
      leftOver.filter((path) => !taken.has(path)),
    );
  }

  sizes?.start();
  return jobQueue(site, sizesJob, {
    concurrency: hands,
    run: async ({ mediaId, former = [] }, context) => {
      await swept;
      await makeSizes(mediaId, former, context).finally(() => sizes?.end(mediaId));
    },
    failure: ({ mediaId }) => `Could not make the sizes of picture ${mediaId}, and the original is shown`,
    rest: (pictures) => log.info({ pictures }, 'Made the sizes of pictures'),
    close: async () => {
      sizes?.stop();
      await swept;
      await Promise.all(makers.map((one) => one.close()));
    },
  });
}

/** Files of sizes that are not of our making: they came with an import, and stay as they are. Ours are WebP, or the fallback for one. */
function broughtAlong(sizes: MediaSizes): string[] {
  return Object.entries(sizes)
    .filter(([name, size]) => !isGeneratedSize(name, size))
    .map(([, { file }]) => file);
}
