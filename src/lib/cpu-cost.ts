import { AsyncLocalStorage } from 'node:async_hooks';

interface Running {
  /** Milliseconds of CPU time in other threads caused by this work. */
  elsewhere: number;
}

const running = new AsyncLocalStorage<Running>();

/** Adds CPU time (ms) of another thread to the current work; does nothing when none is measured. */
export function countElsewhere(ms: number): void {
  const work = running.getStore();
  if (work) work.elsewhere += ms;
}

/** CPU time of this thread in ms; of the whole process before Node 23.9, which can't tell threads apart. */
export function threadCpuMs(): number {
  const { user, system } =
    typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

interface MeasuredRequest {
  /** CPU time that reading the body took, in milliseconds. */
  readingMs?: number;
}

/** Measures the cost of reading a request's body before it is handled, even if reading fails. Includes the cost of concurrent work. */
export async function measureReading<Result>(
  request: MeasuredRequest & object,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  const before = threadCpuMs();
  try {
    return await read();
  } finally {
    request.readingMs = readingMs(request) + threadCpuMs() - before;
  }
}

export const readingMs = ({ readingMs: ms = 0 }: MeasuredRequest & object): number => ms;

/**
 * Measures concurrent work on one thread. CPU time is divided evenly among the work in progress, since it can't be
 * attributed. `run` calls `work`, then `done` with its milliseconds, also after an error. `cpuMs` is for tests.
 */
export function createCpuShares(cpuMs: () => number = threadCpuMs): {
  run<Result>(work: () => Promise<Result>, done: (ms: number) => void): Promise<Result>;
} {
  let active = 0;
  let spent = cpuMs();
  /** Total share of work that runs since the start. */
  let shared = 0;
  const advance = () => {
    const now = cpuMs();
    if (active > 0) shared += (now - spent) / active;
    spent = now;
  };
  return {
    run: async (work, done) => {
      advance();
      active++;
      const began = shared;
      const own: Running = { elsewhere: 0 };
      try {
        return await running.run(own, work);
      } finally {
        advance();
        active--;
        done(shared - began + own.elsewhere);
      }
    },
  };
}
