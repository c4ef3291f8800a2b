import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work sequentially. Returns undefined without starting it when `maxWaiting` are already waiting. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result> | undefined;

/** A queue for work that would overload the machine if run concurrently. An error affects only its own work. */
export function createTurns(maxWaiting: number): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (waiting > maxWaiting) return undefined;
    waiting++;
    const done = last.then(work, work).finally(() => waiting--);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Target in ms for a batch that blocks the event loop. */
const targetMs = 10;
const firstTogether = 4;

/** Milliseconds that this thread's event loop has been active, without idle time. */
const computed = () => performance.eventLoopUtilization().active;

/**
 * Processes many items in batches that share queries, with other events in between; all at once would block the event
 * loop. Batch sizes adapt to the time they take. Returns the results in order; throws the first error.
 */
export async function byTurns<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
  spent: () => number = computed,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let together = firstTogether; done.length < items.length; ) {
    if (done.length > 0) await nextTurn();
    const began = spent();
    done.push(...(await Promise.all(items.slice(done.length, done.length + together).map(work))));
    together = spent() - began > targetMs ? Math.max(1, Math.floor(together / 4)) : together * 2;
  }
  return done;
}

interface Waiting {
  readonly rank: number;
  readonly start: () => Promise<unknown>;
  readonly giveUp: () => void;
}

/**
 * Runs work sequentially, by rank and then in order of arrival. Beyond `maxWaiting` waiting, the last one is dropped before
 * it starts, and its promise rejected with the error from `refused`.
 */
type RankedTurns = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

/** A queue like `createTurns`, for work of different urgency. An error affects only its own work. */
export function createRankedTurns(maxWaiting: number, refused: () => Error): RankedTurns {
  const waiting: Waiting[] = [];
  let isRunning = false;
  const next = () => {
    const first = waiting.shift();
    isRunning = first !== undefined;
    void first?.start().then(next, next);
  };
  return (rank, work) =>
    new Promise((resolve, reject) => {
      const start = () => {
        const done = (async () => work())();
        done.then(resolve, reject);
        return done;
      };
      const behind = waiting.findIndex((other) => other.rank > rank);
      waiting.splice(behind === -1 ? waiting.length : behind, 0, {
        rank,
        start,
        giveUp: () => reject(refused()),
      });
      if (!isRunning) next();
      else if (waiting.length > maxWaiting) waiting.pop()?.giveUp();
    });
}
