import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '../../db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import type { MediaSizes } from './media.ts';
import { sweepParts } from './part-files.ts';
import { claimMedia, failMedia, finishMedia, leaseMs, releaseMedia, renewClaim } from './queue.ts';
import type { MediaJob } from './queue.ts';
import { SizeMaker } from './size-maker.ts';

/** How often the queue is looked at without being called, in milliseconds: for attempts after a pause, and pictures whose process was killed. */
const everyMs = 5000;
/** Crashes and hangs of one picture's own making after which nobody tries again by himself; other faults, such as a full disk, pass some day. */
const mostCrashes = 3;

export interface MediaLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface MediaQueue {
  /** Stops; what is being made is given back to the queue. */
  close(): Promise<void>;
}

export interface MediaQueueOptions {
  /** For tests. */
  readonly maker?: () => SizeMaker;
  /** Makes a file below the uploads folder be there before its sizes are made; undefined for one that is. */
  readonly before?: ((file: string) => Promise<void> | undefined) | undefined;
}

/** Makes the sizes of the pictures in the queue as they come, one at a time for two cores, until it is closed. Every serving process may do so over one database. */
export function keepMediaQueue(database: Database, dataDir: string, log: MediaLog, { maker = () => new SizeMaker(), before }: MediaQueueOptions = {}): MediaQueue {
  const hands = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
  const workers = Array.from({ length: hands }, () => new MediaWorker(database, dataDir, log, maker(), before));
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const swept = sweep(dataDir, log, { own: true }).then(wake);
  const deaf = database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag === 'media-queue' || tag === '*')) wake();
  });
  const timer = setInterval(wake, everyMs);
  timer.unref();
  return {
    close: async () => {
      clearInterval(timer);
      deaf();
      await swept;
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

async function sweep(dataDir: string, log: MediaLog, options?: Parameters<typeof sweepParts>[1]): Promise<void> {
  await sweepParts(dataDir, options).catch((error: unknown) => log.warn({ reason: messageOf(error) }, 'Could not remove half-written files'));
}

class MediaWorker {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #log: MediaLog;
  readonly #maker: SizeMaker;
  readonly #before: MediaQueueOptions['before'];
  #working: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(database: Database, dataDir: string, log: MediaLog, maker: SizeMaker, before: MediaQueueOptions['before']) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#log = log;
    this.#maker = maker;
    this.#before = before;
  }

  /** Works until the queue is empty, unless it does already. */
  wake(): void {
    this.#again = true;
    if (this.#closed || this.#working) return;
    this.#working = this.#work()
      .catch((error: unknown) => this.#log.warn({ reason: messageOf(error) }, 'The media queue stopped; it goes on in a moment'))
      .finally(() => {
        this.#working = undefined;
        if (this.#again) this.wake(); // called while it ended
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#maker.close();
    await this.#working;
  }

  async #work(): Promise<void> {
    let made = 0;
    while (this.#again && !this.#closed) {
      this.#again = false;
      for (let job = await claimMedia(this.#database, Date.now()); job; job = await claimMedia(this.#database, Date.now())) {
        if (await this.#make(job)) made++;
        if (this.#closed) return;
      }
    }
    if (made > 0) this.#log.info({ pictures: made }, 'Made the sizes of pictures; the queue is empty');
  }

  async #make(job: MediaJob): Promise<boolean> {
    const renewal = setInterval(() => {
      renewClaim(this.#database, job, Date.now()).catch((error: unknown) => this.#log.warn({ media: job.mediaId, reason: messageOf(error) }, 'Could not renew a claim'));
    }, leaseMs / 3);
    try {
      const unmade = await this.#before?.(job.file)?.then(() => undefined, messageOf);
      const reply = unmade !== undefined ? { fault: unmade, again: true } : await this.#maker.make({ dataDir: this.#dataDir, file: job.file, kept: broughtAlong(job.sizes) });
      // Its process ended, and may have been in the midst of a file.
      if ('crashed' in reply && reply.crashed) await sweep(this.#dataDir, this.#log);
      if (this.#closed && !('made' in reply)) await this.#database.write((tx) => releaseMedia(tx, job, Date.now()));
      else if ('made' in reply) await this.#finish(job, reply.made);
      else await this.#fail(job, reply);
      return 'made' in reply;
    } finally {
      clearInterval(renewal);
    }
  }

  async #finish(job: MediaJob, made: Parameters<typeof finishMedia>[2]): Promise<void> {
    if (await this.#database.write((tx) => finishMedia(tx, job, made))) return;
    const row = await this.#database.read.selectFrom('media').select('post_id').where('post_id', '=', job.mediaId).executeTakeFirst();
    if (row) return; // somebody else makes the same files
    for (const { file } of Object.values(made.sizes)) await rm(join(this.#dataDir, 'media', dirname(job.file), file), { force: true });
  }

  async #fail(job: MediaJob, { fault, again, crashed }: { readonly fault: string; readonly again: boolean; readonly crashed?: boolean }): Promise<void> {
    const reason = fault.slice(0, 500);
    await this.#database.write((tx) => failMedia(tx, job, { reason, again: again && !(crashed && job.attempts >= mostCrashes) }, Date.now()));
    this.#log.warn({ media: job.mediaId, file: job.file, reason }, 'Could not make the sizes of a picture; the original is shown');
  }
}

/** Files of sizes that are not of our making: they came with an import, and stay as they are. Ours are WebP, or stand in for one. */
function broughtAlong(sizes: MediaSizes): string[] {
  return Object.entries(sizes).filter(([name, { mime, brought }]) => brought || !(name.endsWith('_fallback') || mime === 'image/webp')).map(([, { file }]) => file);
}
