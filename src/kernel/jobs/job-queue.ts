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
import type { NoteRun } from './task-runs.ts';

/** Milliseconds that a job may continue after the server begins to stop, before it is returned to the queue. */
const graceMs = 5000;

export interface JobContext {
  readonly key: string;
  /** Including this one. */
  readonly attempts: number;
  /** Time of enqueueing, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Aborted when the server stops: a job that then fails is returned to the queue, and the attempt does not count. */
  readonly signal: AbortSignal;
  /**
   * Ends the job and writes its results in one transaction. Returns false, writing nothing, if the claim is lost
   * (lapsed, re-enqueued or removed). A job that does not call it ends when it returns.
   */
  finish(write: (tx: Tx) => Promise<void>): Promise<boolean>;
}

export interface JobHandler<Payload> {
  readonly concurrency: number;
  /**
   * Runs a job. It can be repeated after a failure, or run twice after the machine sleeps: only `finish` writes once.
   * Errors lead to a retry, except `UnrecoverableError`.
   */
  run(payload: Payload, context: JobContext): Promise<void>;
  /** Log message of a permanent failure; there is a default. */
  failure?(payload: Payload): string;
  /** Called with the number of jobs done since the last call, when the queue is empty and at the end. */
  rest?(done: number): void;
  /** When the server stops, retries waiting jobs once for at most this many milliseconds. */
  readonly lastTryMs?: number;
  close?(): Promise<void>;
}

export interface JobQueueSite {
  readonly database: Pick<Database, 'read' | 'write' | 'writeDerived'>;
  readonly log: JobLog;
  readonly now?: (() => number) | undefined;
}

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

  async function perform(job: ClaimedJob, signal: AbortSignal, maxMs: number): Promise<void> {
    let payload: Payload | undefined;
    try {
      signal.throwIfAborted();
      payload = read(kind, job);
      if (!(await endsInTime(attempt(job, payload, signal), signal, maxMs)))
        throw new Error('The server stopped before the job was finished.');
    } catch (error) {
      if (signal.aborted) await database.write((tx) => releaseJob(tx, job, now()));
      else await fail(job, error, payload !== undefined ? handler.failure?.(payload) : undefined);
    } finally {
      held.release(job);
    }
  }

  async function fail(job: ClaimedJob, error: unknown, failure = 'A job failed permanently'): Promise<void> {
    const reason = messageOf(error);
    const againAt = await database.write((tx) =>
      failJob(tx, kind, job, { reason, final: error instanceof UnrecoverableError }, now()),
    );
    const details = { job: `${kind.name} ${job.key}`, attempts: job.attempts, reason };
    if (againAt === undefined) log.warn(details, `${failure}; see "jobs list --failed"`);
    else
      log.info({ ...details, againAt: new Date(againAt).toISOString() }, 'A job failed and will be retried');
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

  const taskOf = (job: ClaimedJob, maxMs = graceMs): Task => {
    held.add(job);
    return (signal) => perform(job, signal, maxMs);
  };

  return {
    name: kind.name,
    concurrency: handler.concurrency,
    take: async (at, limit) => (await claimJobs(database, kind, at, limit)).map((job) => taskOf(job)),
    nextDueAt: () => nextDueAt(database.read, kind),
    rest: () => {
      if (done > 0) handler.rest?.(done);
      done = 0;
    },
    beforeStop: async (running) => {
      if (handler.lastTryMs === undefined) return;
      const timeout = AbortSignal.timeout(handler.lastTryMs);
      await endsInTime(running(), timeout, 0);
      for (let lastId = 0; !timeout.aborted; ) {
        const job = await claimWaiting(database, kind, now(), lastId);
        if (!job) return;
        lastId = job.id;
        await taskOf(job, 0)(timeout);
      }
    },
    close: async () => handler.close?.(),
  };
}

function read<Payload>({ schema }: JobKind<Payload>, { payload }: ClaimedJob): Payload {
  try {
    return schema.parse(JSON.parse(payload));
  } catch (error) {
    throw new UnrecoverableError(`The data of the job could not be read: ${messageOf(error)}`);
  }
}

/** Waits for work, after the signal for at most `maxMs`; returns whether it ended. */
async function endsInTime(work: Promise<void>, signal: AbortSignal, maxMs: number): Promise<boolean> {
  const tooLong = Promise.withResolvers<false>();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => void (timer = setTimeout(() => tooLong.resolve(false), maxMs));
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  try {
    return await Promise.race([work.then(() => true), tooLong.promise]);
  } finally {
    signal.removeEventListener('abort', begin);
    clearTimeout(timer);
  }
}

/** Longest time between checks of a queue that is not woken, in milliseconds. */
const maxSleepMs = 60_000;
/** The same while due jobs are being claimed by another process. */
const heldSleepMs = 1000;
const afterFaultMs = 5000;

export interface JobLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** A unit of work. When the signal aborts, work that can't finish soon returns itself to the queue. */
type Task = (signal: AbortSignal) => Promise<void>;

/** A source of background work: jobs of one kind (`jobQueue`), or rows of a domain that are due. */
export interface Queue {
  /** The tag `jobs:{name}` wakes it. */
  readonly name: string;
  readonly concurrency: number;
  /** Claims the next tasks, at most `limit`; each is claimed by one process only. */
  take(now: number, limit: number): Promise<readonly Task[]>;
  /** Time (ms since epoch) of the next due work; undefined: nothing waits. */
  nextDueAt(now: number): Promise<number | undefined>;
  rest?(): void;
  /** Called when the server stops, before running tasks are aborted; `running` waits for them. */
  beforeStop?(running: () => Promise<void>): Promise<void>;
  close?(): Promise<void>;
}

export interface RunningQueues {
  /** Claims nothing more and waits for running tasks. */
  close(): Promise<void>;
}

interface RunJobsOptions {
  readonly bus: InvalidationBus;
  readonly log: JobLog;
  readonly now?: (() => number) | undefined;
  readonly noteRun?: NoteRun | undefined;
}

/**
 * Runs the queues until it is closed; a queue is woken by its tag after a commit, and when work is due. Several serving
 * processes can share a database.
 */
export function startQueues(
  queues: readonly Queue[],
  { bus, log, now = Date.now, noteRun = () => {} }: RunJobsOptions,
): RunningQueues {
  const runners = queues.map((queue) => new QueueRunner(queue, log, now, noteRun));
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
  readonly #noteRun: NoteRun;
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #taking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the queue was woken since it was last checked. */
  #called = false;
  #closed = false;

  constructor(queue: Queue, log: JobLog, now: () => number, noteRun: NoteRun) {
    this.#queue = queue;
    this.#log = log;
    this.#now = now;
    this.#noteRun = noteRun;
  }

  get name(): string {
    return this.#queue.name;
  }

  wake(): void {
    this.#called = true;
    if (this.#closed || this.#taking || this.#running.size >= this.#queue.concurrency) return;
    clearTimeout(this.#timer);
    this.#taking = this.#take()
      .catch((error: unknown) => {
        this.#log.warn(
          { queue: this.name, reason: messageOf(error) },
          'A job queue could not be read; will retry',
        );
        this.#sleep(afterFaultMs);
      })
      .finally(() => {
        this.#taking = undefined;
        if (this.#called) this.wake(); // woken while it ended
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
      if (free === 0) return; // the first task that ends wakes it again
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
      dueAt === undefined ? maxSleepMs : dueAt > now ? Math.min(maxSleepMs, dueAt - now) : heldSleepMs,
    );
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => this.wake(), ms).unref();
  }

  #start(task: Task): void {
    const running = task(this.#stop.signal)
      .then(
        () => {
          this.#noteRun(this.name);
          return true;
        },
        (error: unknown) => {
          this.#noteRun(this.name, error);
          this.#log.warn(
            { queue: this.name, reason: messageOf(error) },
            'The end of a job could not be recorded; will retry',
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

/** Until a daily task that failed runs again. */
const afterFailureMs = 10 * 60_000;

/** Runs `work` at the start and once a day. */
export function dailyQueue(name: string, work: (now: number) => Promise<void>): Queue {
  let lastAt = -Infinity;
  let pauseMs = dayMs;
  return {
    name,
    concurrency: 1,
    take: async (now) => {
      if (Math.abs(now - lastAt) < pauseMs) return [];
      lastAt = now;
      pauseMs = dayMs;
      return [
        async () => {
          try {
            await work(now);
          } catch (error) {
            pauseMs = afterFailureMs;
            throw error;
          }
        },
      ];
    },
    nextDueAt: async () => lastAt + pauseMs,
  };
}

/** Deletes old permanently failed jobs once a day. */
export const forgetFailedQueue = ({
  database,
}: {
  readonly database: Pick<Database, 'writeDerived'>;
}): Queue => dailyQueue('forget-failed', (now) => database.writeDerived((tx) => forgetFailedJobs(tx, now)));
