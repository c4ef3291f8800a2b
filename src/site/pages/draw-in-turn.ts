import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that what stands inside of blocks is drawn at a stretch, but for one thing that takes longer. */
const longestStretch = 10;

/** Draws one thing after the other, in the order in which they come. */
export type DrawInTurn = <Drawn>(draw: () => Drawn) => Promise<Drawn>;

/**
 * Lets others be served while a page draws: what blocks repeat may take a second altogether. Things that are loaded side by side come all at once, so each
 * looks at the clock when the one before it is drawn. Time in which the page waits is not counted: one with little to draw gives none. `clock`: milliseconds.
 */
export function drawsInTurn(
  clock: () => number = () => performance.now(),
  giveTurn: () => Promise<unknown> = nextTurn,
): DrawInTurn {
  let last: Promise<unknown> = Promise.resolve();
  let stretch = 0;
  return (draw) => {
    const drawn = last.then(async () => {
      if (stretch > longestStretch) {
        await giveTurn();
        stretch = 0;
      }
      const began = clock();
      try {
        return draw();
      } finally {
        stretch += clock() - began;
      }
    });
    // A fault is for the one that was drawn; those behind it are drawn on.
    last = drawn.catch(() => undefined);
    return drawn;
  };
}
