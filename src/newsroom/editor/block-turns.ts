/** How many of a text's outermost blocks are drawn with it: more than the tallest windows show of common texts. */
const atOnce = 30;
/** How many more are drawn each time that the browser has nothing else to do: it takes them less than a key may wait. */
const eachTime = 8;

/** Has something done once the browser has nothing else to do; returns what calls it off. */
export type WhenIdle = (act: () => void) => () => void;

export type BlockTurns = ReturnType<typeof createBlockTurns>;

/**
 * Which blocks of a text that opens wait to be drawn, so that somebody can write before all of a long one is. Only drawing waits: the editor holds all of
 * them from the start. `clientIds`: the outermost blocks in their order; those that come to the text later wait for nobody.
 */
export function createBlockTurns(clientIds: readonly string[], whenIdle: WhenIdle) {
  const waiting = new Set(clientIds.slice(atOnce));
  const listeners = new Set<() => void>();
  const draw = (some: readonly string[]) => {
    for (const clientId of some) waiting.delete(clientId);
    for (const listener of listeners) listener();
  };
  return {
    isWaiting: (clientId: string): boolean => waiting.has(clientId),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Draws all that still wait, at once. */
    drawAll: () => {
      if (waiting.size > 0) draw([...waiting]);
    },
    /** Draws those that wait, some at a time; returns what stops it. */
    drawInTurn: (): (() => void) => {
      let stop = () => {};
      const goOn = () => {
        if (waiting.size === 0) return;
        stop = whenIdle(() => {
          draw([...waiting].slice(0, eachTime));
          goOn();
        });
      };
      goOn();
      return () => stop();
    },
  };
}
