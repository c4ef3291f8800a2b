import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../../lib/errors.ts';
import { UnrecoverableError } from '../../kernel/jobs/model.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobContext, JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { isDrawing, parseSizes } from './model.ts';
import type { MediaSizes } from './model.ts';
import { findTakenPaths, isGeneratedSize } from './media-files.ts';
import { newPartFolder, placeParts, sweepParts } from '../../kernel/part-files.ts';
import { sizesJob, removalJob } from './queue.ts';
import { SizeMaker } from './size-maker.ts';
import type { SizesProgress } from './queue.ts';
import { saveGeneratedSizes } from './writer.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { updateMentions } from './mentions.ts';

/** Crashes and timeouts caused by one image before the job fails for good; other faults, such as a full disk, are retried. */
const maxCrashes = 3;

export interface MediaQueueSite extends JobQueueSite {
  readonly dataDir: string;
  /** Notified when the queue starts, finishes a job and stops. */
  readonly sizes?: SizesProgress | undefined;
}

/** Generates image sizes, one image at a time per two cores. `maker` is for tests. */
export function mediaQueue(
  site: MediaQueueSite,
  { maker = () => new SizeMaker() }: { readonly maker?: () => SizeMaker } = {},
): Queue {
  const {
    database: { read },
    dataDir,
    log,
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
    if (!media || isDrawing(media.file)) return; // deleted, never imported, or an SVG, which needs no sizes
    const { file } = media;
    const part = await newPartFolder(dataDir);
    try {
      signal.throwIfAborted(); // `close` would not end a process started after it
      const hand = idle.pop() ?? maker();
      const reply = await hand
        .make({ dataDir, file, kept: importedFiles(parseSizes(media.sizes)), part })
        .finally(() => idle.push(hand));
      if ('made' in reply) {
        const isSaved = await finish(async (tx) => {
          await saveGeneratedSizes(tx, mediaId, reply.made);
          // A deletion or replacement waits for this transaction, so stale files can't reappear or overwrite new ones.
          await placeParts(part, join(dataDir, 'media', dirname(file)));
        });
        if (!isSaved) return;
        return await removeFormer(former, [
          file,
          ...Object.values(reply.made.sizes).map((size) => join(dirname(file), size.file)),
        ]);
      }
      const { fault, again, crashed = false } = reply;
      throw again && !(crashed && attempts >= maxCrashes) ? new Error(fault) : new UnrecoverableError(fault);
    } finally {
      await rm(part, { force: true, recursive: true });
    }
  }

  /** Removes generated files of a replaced image, except those in use by it or another attachment. */
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

/** Size files that came with an import and stay unchanged; generated ones are WebP or a fallback. */
function importedFiles(sizes: MediaSizes): string[] {
  return Object.entries(sizes)
    .filter(([name, size]) => !isGeneratedSize(name, size))
    .map(([, { file }]) => file);
}

/** Enqueued by migrations after which media mentions have to be recorded. */
const mentionsJob: JobKind<Record<string, never>> = {
  name: 'media-mentions',
  schema: z.object({}).strict(),
  tries: { firstPauseMs: 1000, maxPauseMs: 600_000, most: 20 },
};

/** Posts per transaction: about 10 ms, during which SQLite blocks reads on the serving thread. */
const atOnce = 50;

/** Records which media files all posts mention. An interrupted job restarts and adds what is missing. */
export function mentionsQueue(site: JobQueueSite): Queue {
  return jobQueue(site, mentionsJob, {
    concurrency: 1,
    run: async (_payload, { signal }) => {
      for (let last: number | undefined = 0; last !== undefined; last = await noteSome(site.database, last)) {
        signal.throwIfAborted();
        await nextTurn(); // lets pending requests run
      }
    },
    failure: () => 'Could not find out which files of the media library are used',
  });
}

/** Processes a batch of posts after `after`; returns the last post's id, or undefined when no posts are left. */
async function noteSome(
  { writeDerived }: Pick<Database, 'writeDerived'>,
  after: number,
): Promise<number | undefined> {
  return writeDerived(async (tx) => {
    const posts = await tx.db
      .selectFrom('post')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
      .execute();
    if (posts.length > 0)
      await updateMentions(
        tx,
        posts.map(({ id }) => id),
      );
    return posts.at(-1)?.id;
  });
}

export async function areMentionsNoted(read: Reader): Promise<boolean> {
  return (
    (await read
      .selectFrom('job')
      .select('id')
      .where('kind', '=', mentionsJob.name)
      .limit(1)
      .executeTakeFirst()) === undefined
  );
}

export function removalQueue(site: JobQueueSite & { readonly dataDir: string }): Queue {
  return jobQueue(site, removalJob, {
    concurrency: 1,
    run: ({ paths }) => removeFiles(site.database.read, site.dataDir, paths),
    failure: ({ paths: [file = ''] }) => `Could not remove the files of a picture that was deleted (${file})`,
  });
}

/** Removes an attachment's files, the original first, except those of other attachments; keeps all sizes if another one has the original. */
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

/** Removes files in the uploads folder; paths outside of it are ignored. */
export async function removeUploads(dataDir: string, paths: readonly string[]): Promise<void> {
  const folder = resolve(dataDir, 'media') + sep;
  for (const path of paths) {
    const file = join(folder, path);
    if (file.startsWith(folder)) await rm(file, { force: true });
  }
}
