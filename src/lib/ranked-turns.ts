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
export type RankedTurns = <Result>(rank: number, work: () => Promise<Result>) => Promise<Result>;

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
