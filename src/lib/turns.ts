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
