import { AsyncLocalStorage } from 'node:async_hooks';

interface Running {
  /** Milliseconds of other threads that this work has caused. */
  elsewhere: number;
}

const running = new AsyncLocalStorage<Running>();

/** Counts CPU time that another thread spent for the work under way, in milliseconds; where none is measured, for nobody. */
export function countElsewhere(ms: number): void {
  const work = running.getStore();
  if (work) work.elsewhere += ms;
}

/** CPU time of this thread so far, in milliseconds; of the process where Node can't tell threads apart (before 23.9). */
export function threadCpuMs(): number {
  const { user, system } =
    typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

const readingByRequest = new WeakMap<object, number>();

/** Measures what it cost to read the body of a request, before anybody handles it, whatever comes of it. What others do meanwhile counts, too. */
export async function measureReading<Result>(
  request: object,
  read: () => Result | Promise<Result>,
): Promise<Result> {
  const before = threadCpuMs();
  try {
    return await read();
  } finally {
    readingByRequest.set(request, readingMs(request) + threadCpuMs() - before);
  }
}

/** What was measured of it, in milliseconds. */
export const readingMs = (request: object): number => readingByRequest.get(request) ?? 0;

/**
 * Measures what pieces of work cost that run beside each other on one thread: whatever it spends is shared out evenly among those that are under way, since
 * nobody can tell whose turn it was.
 * `run` calls `work` and tells `done` its milliseconds, however it ends. `cpuMs`: for tests.
 */
export function createCpuShares(cpuMs: () => number = threadCpuMs): {
  run<Result>(work: () => Promise<Result>, done: (ms: number) => void): Promise<Result>;
} {
  let active = 0;
  let spent = cpuMs();
  /** What a piece of work would have cost that had been under way from the start. */
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
