/** Top-level blocks rendered synchronously on open; enough to fill a tall window. */
const atOnce = 30;
/** Blocks rendered per idle period; few enough not to delay key presses. */
const eachTime = 8;

export type WhenIdle = (act: () => void) => () => void;

export type BlockTurns = ReturnType<typeof createBlockTurns>;

/**
 * Defers rendering of a long text's lower blocks, so that the user can type early; the editor's store holds all of
 * them. `clientIds`: top-level blocks on open; blocks added later are rendered at once.
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
    drawAll: () => {
      if (waiting.size > 0) draw([...waiting]);
    },
    /** Renders waiting blocks in idle time; returns a function that stops it. */
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
