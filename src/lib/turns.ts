import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work one after the other; undefined, without a start, where `most` wait already. */
export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result> | undefined;

/** A queue for what would take too much of the machine side by side. What fails ends its own turn only. */
export function createTurns(most: number): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (waiting > most) return undefined;
    waiting++;
    const done = last.then(work, work).finally(() => waiting--);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Milliseconds that pieces of work compute at a stretch, about. */
const longest = 10;
/** How many begin side by side at first. */
const firstTogether = 4;

/** Milliseconds that this thread has been at work; what it waited for is not among them. */
const computed = () => performance.eventLoopUtilization().active;

/**
 * Does the same with each of many things and lets others be served in between: all of them side by side would be one long turn of the event loop. So many are
 * done together, to share their queries, as compute for a short while. Returns what came of them in order; throws what the first one throws.
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
    together = spent() - began > longest ? Math.max(1, Math.floor(together / 4)) : together * 2;
  }
  return done;
}

/** What waits for its turn. */
interface Waiting {
  readonly rank: number;
  readonly start: () => Promise<unknown>;
  readonly giveUp: () => void;
}

/**
 * Runs work one after the other: the lowest rank first, and of one rank what came first. Where `most` wait already, the last of them gives its place to what
 * comes before it. What finds no place, or loses it, was never begun: its promise is rejected with what `refused` makes.
 */
type RankedTurns = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

/** A queue for what would take too much of the machine side by side, and not everybody's work is as urgent. What fails ends its own turn only. */
export function createRankedTurns(most: number, refused: () => Error): RankedTurns {
  /** In the order of their turns. */
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
      else if (waiting.length > most) waiting.pop()?.giveUp();
    });
}
