import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { messageOf } from '../../lib/errors.ts';

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
export type Task = (signal: AbortSignal) => Promise<void>;

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

export interface KeepJobsOptions {
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
