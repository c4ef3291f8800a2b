import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs, countJobs, listJobs } from '../../kernel/jobs/store.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';

interface SizesPayload {
  readonly mediaId: number;
  /** Paths below the uploads folder of files that go once the sizes are made, but for those that are of these: another picture took this one's place. */
  readonly former?: readonly string[] | undefined;
}

/** Pictures whose sizes are to be made. A picture without such a job is ready. A full disk passes some day: it is tried for a week. */
export const sizesJob: JobKind<SizesPayload> = {
  name: 'media-sizes',
  schema: z.object({ mediaId: z.int().positive(), former: z.array(z.string()).optional() }),
  tries: { firstPauseMs: 30_000, longestPauseMs: 3_600_000, most: 170 },
};

/**
 * Lets the sizes of pictures be made in the background, for the first time or anew: in the transaction that wrote their rows, so that no picture is forgotten.
 * Uploads, imports and the demo call it with the attachments of pictures; other files have no sizes. Until the sizes are there, the
 * original is shown.
 */
export async function enqueueMedia(tx: Tx, mediaIds: readonly number[], now = Date.now()): Promise<void> {
  // Of those that come together the newest first: they are what readers see.
  await enqueueJobs(
    tx,
    sizesJob,
    mediaIds.map((mediaId) => ({ key: String(mediaId), payload: { mediaId }, priority: -mediaId })),
    now,
  );
}

/** The same for a picture that took another one's place; `former`: the paths of what had been made of that one. */
export async function enqueueReplaced(tx: Tx, mediaId: number, former: readonly string[]): Promise<void> {
  const waiting = await tx.db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', sizesJob.name)
    .where('key', '=', String(mediaId))
    .executeTakeFirst();
  // One that waits may know of files of a picture before that.
  const earlier = waiting ? (sizesJob.schema.parse(JSON.parse(waiting.payload)).former ?? []) : [];
  await enqueueJobs(tx, sizesJob, [
    {
      key: String(mediaId),
      payload: { mediaId, former: [...new Set([...earlier, ...former])] },
      priority: -mediaId,
    },
  ]);
}

/** How many pictures wait for their sizes, and how many failed (those that are tried again count as failed until they are ready). */
export function mediaQueueLength(
  read: Reader,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  return countJobs(read, sizesJob.name);
}

/** A picture that has no sizes yet. */
export interface WaitingMedia {
  readonly mediaId: number;
  readonly file: string;
  readonly attempts: number;
  /** Why it failed; empty for one that waits for its turn. */
  readonly reason: string;
  /** When it is tried again, in milliseconds since 1970; 0: not by itself. */
  readonly dueAt: number;
}

/** Pictures in the queue, the next one first; only those that failed, if asked so. */
export async function listMediaQueue(
  read: Reader,
  { failed, limit }: { readonly failed: boolean; readonly limit?: number },
): Promise<WaitingMedia[]> {
  const jobs = (await listJobs(read, { kind: sizesJob.name, failed, limit })).map(({ key, ...job }) => ({
    ...job,
    mediaId: Number(key),
  }));
  const files = new Map<number, string>();
  for (const some of portions(jobs)) {
    const rows = await read
      .selectFrom('media')
      .select(['post_id', 'file'])
      .where(
        'post_id',
        'in',
        some.map(({ mediaId }) => mediaId),
      )
      .execute();
    for (const row of rows) files.set(row.post_id, row.file);
  }
  return jobs.flatMap(({ mediaId, attempts, reason, dueAt }) => {
    const file = files.get(mediaId);
    return file === undefined ? [] : [{ mediaId, file, attempts, reason, dueAt }];
  });
}

/** How long a request waits for the sizes of a picture, in milliseconds. They are generated in the background all the same. */
const longestWaitMs = 20_000;

/** Lets requests wait for the sizes of a picture while this process runs their queue. */
export class SizesProgress {
  readonly #site: { readonly read: Reader; readonly bus: InvalidationBus };
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #longestMs: number;
  #isRunning = false;

  constructor(site: { readonly read: Reader; readonly bus: InvalidationBus }, longestMs = longestWaitMs) {
    this.#site = site;
    this.#longestMs = longestMs;
  }

  /** The queue runs. */
  start(): void {
    this.#isRunning = true;
  }

  /** A job of this picture ended, well or not. */
  end(mediaId: number): void {
    for (const wake of this.#waiting.get(mediaId) ?? []) wake();
  }

  /** The queue stops: nobody waits any longer. */
  stop(): void {
    this.#isRunning = false;
    for (const mediaId of this.#waiting.keys()) this.end(mediaId);
  }

  /** Waits until the next attempt at a picture's sizes has ended, here or in another process, but not forever. */
  async wait(mediaId: number): Promise<void> {
    if (!this.#isRunning) return;
    const { bus } = this.#site;
    const ended = Promise.withResolvers<undefined>();
    const wake = () => ended.resolve(undefined);
    const waiting = this.#waiting.get(mediaId) ?? new Set();
    this.#waiting.set(mediaId, waiting.add(wake));
    const deaf = bus.listen((emissions) => {
      if (emissions.some(({ tag }) => tag === `media:${mediaId}` || tag === '*'))
        void this.#isDone(mediaId).then((isDone) => isDone && wake(), wake);
    });
    const timer = setTimeout(wake, this.#longestMs);
    try {
      if (!(await this.#isDone(mediaId))) await ended.promise;
    } finally {
      clearTimeout(timer);
      deaf();
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(mediaId);
    }
  }

  /** Whether no job waits for this picture, or one that failed and is not due. */
  async #isDone(mediaId: number): Promise<boolean> {
    const job = await this.#site.read
      .selectFrom('job')
      .select('reason')
      .where('kind', '=', sizesJob.name)
      .where('key', '=', String(mediaId))
      .executeTakeFirst();
    return job === undefined || job.reason !== '';
  }
}

/** Milliseconds for which files may stay that pages of before still ask for. */
export const longestStayMs = 86_400_000;

/** Files of an attachment that was deleted, by their paths below the uploads folder, the file itself first: they go once the deletion is committed. */
export const removalJob: JobKind<{ readonly paths: readonly string[] }> = {
  name: 'media-removal',
  schema: z.object({ paths: z.array(z.string()) }),
  tries: { firstPauseMs: 30_000, longestPauseMs: 3_600_000, most: 170 },
  aheadMs: longestStayMs,
};
