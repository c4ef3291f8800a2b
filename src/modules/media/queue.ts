import { z } from 'zod';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs, countJobs, listJobs } from '../../kernel/jobs/store.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';

interface SizesPayload {
  readonly mediaId: number;
  /** Paths in the uploads folder of the replaced image's files; removed after the sizes are generated unless they are reused. */
  readonly former?: readonly string[] | undefined;
}

/** Images whose sizes are still to be generated; without a job, an image is ready. Retried for a week, since a full disk may be fixed. */
export const sizesJob: JobKind<SizesPayload> = {
  name: 'media-sizes',
  schema: z.object({ mediaId: z.int().positive(), former: z.array(z.string()).optional() }),
  tries: { firstPauseMs: 30_000, maxPauseMs: 3_600_000, most: 170 },
};

/**
 * Enqueues images for their sizes, in the transaction that writes their rows. Called by uploads, imports and the demo;
 * until a job is done, the original is shown.
 */
export async function enqueueMedia(tx: Tx, mediaIds: readonly number[], now = Date.now()): Promise<void> {
  // Newest first, since visitors see those.
  await enqueueJobs(
    tx,
    sizesJob,
    mediaIds.map((mediaId) => ({ key: String(mediaId), payload: { mediaId }, priority: -mediaId })),
    now,
  );
}

/** Like `enqueueMedia` for a replaced file; `former` lists the paths generated from the previous one. */
export async function enqueueReplaced(tx: Tx, mediaId: number, former: readonly string[]): Promise<void> {
  const waiting = await tx.db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', sizesJob.name)
    .where('key', '=', String(mediaId))
    .executeTakeFirst();
  // A waiting job may still list files of an earlier replacement.
  const earlier = waiting ? (sizesJob.schema.parse(JSON.parse(waiting.payload)).former ?? []) : [];
  await enqueueJobs(tx, sizesJob, [
    {
      key: String(mediaId),
      payload: { mediaId, former: [...new Set([...earlier, ...former])] },
      priority: -mediaId,
    },
  ]);
}

/** Numbers of images that wait and that failed; retried ones count as failed until they are ready. */
export function mediaQueueLength(
  read: Reader,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  return countJobs(read, sizesJob.name);
}

export interface WaitingMedia {
  readonly mediaId: number;
  readonly file: string;
  readonly attempts: number;
  /** Why it failed; '' if it is waiting. */
  readonly reason: string;
  /** Time of the next attempt, ms since 1970; 0 if there won't be any. */
  readonly dueAt: number;
}

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

/** Milliseconds that a request waits for sizes; they are generated in the background in any case. */
const maxWaitMs = 20_000;

/** Lets requests wait for an image's sizes while this process runs the queue. */
export class SizesProgress {
  readonly #site: { readonly read: Reader; readonly bus: InvalidationBus };
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #maxMs: number;
  #isRunning = false;

  constructor(site: { readonly read: Reader; readonly bus: InvalidationBus }, maxMs = maxWaitMs) {
    this.#site = site;
    this.#maxMs = maxMs;
  }

  start(): void {
    this.#isRunning = true;
  }

  end(mediaId: number): void {
    for (const wake of this.#waiting.get(mediaId) ?? []) wake();
  }

  stop(): void {
    this.#isRunning = false;
    for (const mediaId of this.#waiting.keys()) this.end(mediaId);
  }

  /** Waits until the next attempt ends in any process, or a timeout. */
  async wait(mediaId: number): Promise<void> {
    if (!this.#isRunning) return;
    const { bus } = this.#site;
    const ended = Promise.withResolvers<undefined>();
    const wake = () => ended.resolve(undefined);
    const waiting = this.#waiting.get(mediaId) ?? new Set();
    this.#waiting.set(mediaId, waiting.add(wake));
    const stopListening = bus.listen((emissions) => {
      if (emissions.some(({ tag }) => tag === `media:${mediaId}` || tag === '*'))
        void this.#isDone(mediaId).then((isDone) => isDone && wake(), wake);
    });
    const timer = setTimeout(wake, this.#maxMs);
    try {
      if (!(await this.#isDone(mediaId))) await ended.promise;
    } finally {
      clearTimeout(timer);
      stopListening();
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(mediaId);
    }
  }

  /** Whether the image has no job, or one that failed and is not due. */
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

/** Maximum delay in milliseconds before files are removed, for cached pages that still request them. */
export const maxStayMs = 86_400_000;

/** Files of a deleted attachment, as paths in the uploads folder, the original first; removed after the deletion is committed. */
export const removalJob: JobKind<{ readonly paths: readonly string[] }> = {
  name: 'media-removal',
  schema: z.object({ paths: z.array(z.string()) }),
  tries: { firstPauseMs: 30_000, maxPauseMs: 3_600_000, most: 170 },
  aheadMs: maxStayMs,
};
