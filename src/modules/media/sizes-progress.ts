import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { sizesJob } from './queue.ts';

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
