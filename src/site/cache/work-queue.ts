import { setTimeout as sleep } from 'node:timers/promises';

/** Runs background jobs, at most `width` at once; asks beyond `capacity` waiting ones are refused. */
export class WorkQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #width: number;
  readonly #capacity: number;
  readonly #onError: (error: unknown) => void;
  #running = 0;
  #idle: (() => void)[] = [];

  readonly #pauseMs: number;

  /** `pauseMs`: rest of each runner after a job. */
  constructor(width: number, capacity: number, onError: (error: unknown) => void, pauseMs = 0) {
    this.#pauseMs = pauseMs;
    this.#width = width;
    this.#capacity = capacity;
    this.#onError = onError;
  }

  /** False when the queue is full and `job` will not run. */
  add(job: () => Promise<void>): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(job);
    if (this.#running < this.#width) void this.#run();
    return true;
  }

  /** Forgets what has not begun. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** Resolves once nothing runs or waits. */
  idle(): Promise<void> {
    return this.#running === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  async #run(): Promise<void> {
    this.#running++;
    await Promise.resolve(); // never inside the request that asked
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      try {
        await job();
      } catch (error) {
        this.#onError(error);
      }
      if (this.#pauseMs > 0 && this.#waiting.length > 0) await sleep(this.#pauseMs);
    }
    this.#running--;
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }
}
