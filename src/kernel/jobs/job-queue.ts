import type { Database, Tx } from '../db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import {
  claimJobs,
  claimWaiting,
  failJob,
  finishJob,
  leaseMs,
  nextDueAt,
  releaseJob,
  renewClaims,
} from './claim.ts';
import type { ClaimedJob } from './claim.ts';
import { UnrecoverableError } from './model.ts';
import type { JobKind } from './model.ts';
import type { InvalidationBus } from '../db/invalidation.ts';
import { forgetFailedJobs } from './store.ts';

/** How long a job may go on once the server stops before it is given back, in milliseconds. */
const graceMs = 5000;

/** What a job is told of itself. */
export interface JobContext {
  readonly key: string;
  /** Times that it was taken up, this one included. */
  readonly attempts: number;
  /** When it was enqueued, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The server stops: a job that ends with an error from then on is given back and counts as never taken up. */
  readonly signal: AbortSignal;
  /**
   * Ends the job and writes what came of it, both or neither. False when it is no longer ours, since it was enqueued anew or taken back, or its claim lapsed:
   * nothing was written then. A job that does not call it ends when it returns.
   */
  finish(write: (tx: Tx) => Promise<void>): Promise<boolean>;
}

/** How jobs of a kind are done. */
export interface JobHandler<Payload> {
  /** Jobs at a time in each serving process. */
  readonly concurrency: number;
  /**
   * Does one. May be run again from the beginning after a fault, or beside itself after a long sleep of the machine: only what `finish` writes happens once.
   * Throws what is tried again, or `UnrecoverableError`.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** What the log says when one has failed for good; default: that it has. */
  failure?(payload: Payload): string;
  /** Called with the number of jobs done since, when nothing waits any more and at the end. */
  rest?(done: number): void;
  /** Tries what waits once more when the server stops, for so many milliseconds at most. */
  readonly lastTryMs?: number;
  close?(): Promise<void>;
}

export interface JobQueueSite {
  readonly database: Pick<Database, 'read' | 'write' | 'writeDerived'>;
  readonly log: JobLog;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** The jobs that this process has claimed; `renew` is called in time for claims not to lapse. */
class HeldJobs {
  readonly #jobs = new Set<ClaimedJob>();
  readonly #renew: (jobs: readonly ClaimedJob[]) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(renew: (jobs: readonly ClaimedJob[]) => void) {
    this.#renew = renew;
  }

  add(job: ClaimedJob): void {
    this.#jobs.add(job);
    this.#timer ??= setInterval(() => this.#renew([...this.#jobs]), leaseMs / 3);
  }

  release(job: ClaimedJob): void {
    this.#jobs.delete(job);
    if (this.#jobs.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** The jobs of one kind in the table, for `keepJobs`. */
export function jobQueue<Payload>(
  { database, log, now = Date.now }: JobQueueSite,
  kind: JobKind<Payload>,
  handler: JobHandler<Payload>,
): Queue {
  const held = new HeldJobs((jobs) => {
    renewClaims(database, jobs, now()).catch((error: unknown) =>
      log.warn({ kind: kind.name, reason: messageOf(error) }, 'Could not renew the claims of jobs'),
    );
  });
  let done = 0;

  async function perform(job: ClaimedJob, signal: AbortSignal, longestMs: number): Promise<void> {
    let payload: Payload | undefined;
    try {
      signal.throwIfAborted();
      payload = read(kind, job);
      if (!(await endsInTime(attempt(job, payload, signal), signal, longestMs)))
        throw new Error('The server stopped before it was done.');
    } catch (error) {
      if (signal.aborted) await database.write((tx) => releaseJob(tx, job, now()));
      else await fail(job, error, payload !== undefined ? handler.failure?.(payload) : undefined);
    } finally {
      held.release(job);
    }
  }

  async function fail(job: ClaimedJob, error: unknown, failure = 'A job failed for good'): Promise<void> {
    const reason = messageOf(error);
    const againAt = await database.write((tx) =>
      failJob(tx, kind, job, { reason, final: error instanceof UnrecoverableError }, now()),
    );
    const details = { job: `${kind.name} ${job.key}`, attempts: job.attempts, reason };
    if (againAt === undefined) log.warn(details, `${failure}; "jobs list --failed" tells of it`);
    else
      log.info({ ...details, againAt: new Date(againAt).toISOString() }, 'A job failed, and is tried again');
  }

  async function attempt(job: ClaimedJob, payload: Payload, signal: AbortSignal): Promise<void> {
    let isOver = false;
    const finish: JobContext['finish'] = async (write) => {
      const isOurs = await database.write(async (tx) => {
        if (!(await finishJob(tx, job))) return false;
        await write(tx);
        return true;
      });
      isOver = true;
      if (isOurs) done++;
      return isOurs;
    };
    await handler.run(payload, {
      key: job.key,
      attempts: job.attempts,
      createdAt: job.createdAt,
      signal,
      finish,
    });
    if (!isOver) await finish(async () => {});
  }

  const taskOf = (job: ClaimedJob, longestMs = graceMs): Task => {
    held.add(job);
    return (signal) => perform(job, signal, longestMs);
  };

  return {
    name: kind.name,
    concurrency: handler.concurrency,
    take: async (at, most) => (await claimJobs(database, kind, at, most)).map((job) => taskOf(job)),
    nextDueAt: () => nextDueAt(database.read, kind),
    rest: () => {
      if (done > 0) handler.rest?.(done);
      done = 0;
    },
    beforeStop: async (running) => {
      if (handler.lastTryMs === undefined) return;
      const enough = AbortSignal.timeout(handler.lastTryMs);
      await endsInTime(running(), enough, 0);
      for (let lastId = 0; !enough.aborted; ) {
        const job = await claimWaiting(database, kind, now(), lastId);
        if (!job) return;
        lastId = job.id;
        await taskOf(job, 0)(enough);
      }
    },
    close: async () => handler.close?.(),
  };
}

function read<Payload>({ schema }: JobKind<Payload>, { payload }: ClaimedJob): Payload {
  try {
    return schema.parse(JSON.parse(payload));
  } catch (error) {
    throw new UnrecoverableError(`What the job is about can't be read: ${messageOf(error)}`);
  }
}

/** Waits for work, but once the signal is there no longer than so many milliseconds; returns whether the work has ended. */
async function endsInTime(work: Promise<void>, signal: AbortSignal, longestMs: number): Promise<boolean> {
  const tooLong = Promise.withResolvers<false>();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => void (timer = setTimeout(() => tooLong.resolve(false), longestMs));
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await Promise.race([work.then(() => true), tooLong.promise]);
  } finally {
    signal.removeEventListener('abort', begin);
    clearTimeout(timer);
  }
}

/** Longest time between two looks at a queue that nobody called, in milliseconds. */
const longestSleepMs = 60_000;
/** The same where something is due that can't be had: another process takes it just now. */
const heldSleepMs = 1000;
/** Pause before a queue is asked again that could not be, in milliseconds. */
const afterFaultMs = 5000;

export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** One piece of work. The signal says that the server stops: what can't come to its end soon gives itself back. */
type Task = (signal: AbortSignal) => Promise<void>;

/** Where work comes from that is done behind the site: jobs of one kind in the table (`jobQueue`), or what rows of a domain say by themselves. */
export interface Queue {
  /** The tag `jobs:{name}` wakes it. */
  readonly name: string;
  /** Tasks at a time in this process. */
  readonly concurrency: number;
  /** Takes up what is next, at most `most` tasks; of all processes one gets each. */
  take(now: number, most: number): Promise<readonly Task[]>;
  /** When something is due next, in milliseconds since 1970; undefined: nothing waits. */
  nextDueAt(now: number): Promise<number | undefined>;
  /** Called when there is nothing left to do, and at the end. */
  rest?(): void;
  /** Called when the server stops, with the way to wait for what runs, before that is told to end. */
  beforeStop?(running: () => Promise<void>): Promise<void>;
  /** Called once what runs was told to end. */
  close?(): Promise<void>;
}

export interface KeptJobs {
  /** Takes nothing more and waits for what runs. */
  close(): Promise<void>;
}

interface KeepJobsOptions {
  readonly bus: InvalidationBus;
  readonly log: JobLog;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/**
 * Does what waits in these queues as it comes up, until it is closed: woken by the tag of a queue after each commit, and when something is due. Every serving
 * process may do so over one database.
 */
export function keepJobs(queues: readonly Queue[], { bus, log, now = Date.now }: KeepJobsOptions): KeptJobs {
  const runners = queues.map((queue) => new QueueRunner(queue, log, now));
  const deaf = bus.listen((emissions) => {
    for (const runner of runners)
      if (emissions.some(({ tag }) => tag === `jobs:${runner.name}` || tag === '*')) runner.wake();
  });
  for (const runner of runners) runner.wake();
  return {
    close: async () => {
      deaf();
      await Promise.all(runners.map((runner) => runner.close()));
    },
  };
}

class QueueRunner {
  readonly #queue: Queue;
  readonly #log: JobLog;
  readonly #now: () => number;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #taking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether somebody called since the queue was last asked. */
  #called = false;
  #closed = false;

  constructor(queue: Queue, log: JobLog, now: () => number) {
    this.#queue = queue;
    this.#log = log;
    this.#now = now;
  }

  get name(): string {
    return this.#queue.name;
  }

  /** Takes up what there is, as far as hands are free. */
  wake(): void {
    this.#called = true;
    if (this.#closed || this.#taking || this.#running.size >= this.#queue.concurrency) return;
    clearTimeout(this.#timer);
    this.#taking = this.#take()
      .catch((error: unknown) => {
        this.#log.warn(
          { queue: this.name, reason: messageOf(error) },
          'A queue of jobs could not be asked; it is in a moment',
        );
        this.#sleep(afterFaultMs);
      })
      .finally(() => {
        this.#taking = undefined;
        if (this.#called) this.wake(); // called while it ended
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#taking;
    const running = async () => void (await Promise.all(this.#running));
    try {
      await this.#queue.beforeStop?.(running);
    } finally {
      this.#stop.abort();
      await this.#queue.close?.();
      await running();
      this.#queue.rest?.();
    }
  }

  async #take(): Promise<void> {
    while (this.#called && !this.#closed) {
      const free = this.#queue.concurrency - this.#running.size;
      if (free === 0) return; // the first that ends calls
      this.#called = false;
      const tasks = await this.#queue.take(this.#now(), free);
      for (const task of tasks) this.#start(task);
      if (tasks.length > 0) this.#called = true;
    }
    if (this.#closed) return;
    if (this.#running.size === 0) this.#queue.rest?.();
    const now = this.#now();
    const dueAt = await this.#queue.nextDueAt(now);
    this.#sleep(
      dueAt === undefined
        ? longestSleepMs
        : dueAt > now
          ? Math.min(longestSleepMs, dueAt - now)
          : heldSleepMs,
    );
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.wake(), ms).unref();
  }

  #start(task: Task): void {
    const running = task(this.#stop.signal)
      .then(
        () => true,
        (error: unknown) => {
          this.#log.warn(
            { queue: this.name, reason: messageOf(error) },
            'A job could not be ended; it is tried again in a moment',
          );
          return false;
        },
      )
      .then((isDone) => {
        this.#running.delete(running);
        if (isDone) this.wake();
        else this.#sleep(afterFaultMs);
      });
    this.#running.add(running);
  }
}

const dayMs = 24 * 3_600_000;

/** Once a day, forgets jobs that failed for good long ago. */
export function forgetFailedQueue({
  database,
}: {
  readonly database: Pick<Database, 'writeDerived'>;
}): Queue {
  let lastAt = -Infinity;
  return {
    name: 'forget-failed',
    concurrency: 1,
    take: async (now) => {
      if (Math.abs(now - lastAt) < dayMs) return [];
      lastAt = now;
      return [() => database.writeDerived((tx) => forgetFailedJobs(tx, now))];
    },
    nextDueAt: async () => lastAt + dayMs,
  };
}
