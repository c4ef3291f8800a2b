import { BlockList, store as blockEditor } from '@wordpress/block-editor';
import { useSelect } from '@wordpress/data';
import { addFilter } from '@wordpress/hooks';
import {
  createContext,
  memo,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ComponentType } from 'react';
import { useKeys } from '../app/keys.ts';

const Turns = createContext<BlockTurns | undefined>(undefined);

const whenBrowserIdles: WhenIdle = (act) => {
  if (!('requestIdleCallback' in window)) {
    // Safari
    const timer = globalThis.setTimeout(act, 30);
    return () => globalThis.clearTimeout(timer);
  }
  const asked = window.requestIdleCallback(act, { timeout: 1000 });
  return () => window.cancelIdleCallback(asked);
};

interface ListedBlock {
  readonly clientId: string;
}

const never = () => () => {};

// Outside of all that the packages do around a block: nothing of it is made before.
addFilter(
  'editor.BlockListBlock',
  'broadsheet/in-turn',
  (Block: ComponentType<ListedBlock>) =>
    function InTurn(props: ListedBlock) {
      const turns = useContext(Turns);
      const isWaiting = useSyncExternalStore(
        turns?.subscribe ?? never,
        () => turns?.isWaiting(props.clientId) ?? false,
      );
      return isWaiting ? null : <Block {...props} />;
    },
  1000,
);

interface Questions {
  getSelectedBlockClientIds(): readonly string[];
  getBlockHierarchyRootClientId(clientId: string): string;
  getNextBlockClientId(clientId: string): string | null;
}

/**
 * The blocks of a text: those of its first screens, and the others once there is time, or at once where somebody goes to one of them. `clientIds`: its
 * outermost ones as it is opened.
 */
export const BlocksInTurn = memo(function BlocksInTurn({
  clientIds,
}: {
  readonly clientIds: readonly string[];
}) {
  const [turns] = useState(() => createBlockTurns(clientIds, whenBrowserIdles));
  useEffect(() => turns.drawInTurn(), [turns]);
  const isWanted = useSelect(
    (select) => {
      const { getSelectedBlockClientIds, getBlockHierarchyRootClientId, getNextBlockClientId } = select(
        blockEditor,
      ) as unknown as Questions;
      return getSelectedBlockClientIds()
        .map(getBlockHierarchyRootClientId)
        .some(
          (clientId) => turns.isWaiting(clientId) || turns.isWaiting(getNextBlockClientId(clientId) ?? ''),
        ); // arrows lead there
    },
    [turns],
  );
  useLayoutEffect(() => {
    if (isWanted) turns.drawAll();
  }, [isWanted, turns]);
  // What finds, chooses or prints all of a page, or goes to its end; keyboards write letters by AltGr, which is Ctrl and Alt.
  useKeys(({ ctrlKey, metaKey, altKey, key }) => {
    if (key === 'F3' || ((ctrlKey || metaKey) && !altKey && /^(?:[afgp]|End|ArrowDown)$/i.test(key)))
      turns.drawAll();
  });
  return (
    <Turns.Provider value={turns}>
      <BlockList className="post-content entry-content" />
    </Turns.Provider>
  );
});

/** How many of a text's outermost blocks are drawn with it: more than the tallest windows show of common texts. */
const atOnce = 30;
/** How many more are drawn each time that the browser has nothing else to do: it takes them less than a key may wait. */
const eachTime = 8;

/** Has something done once the browser has nothing else to do; returns what calls it off. */
type WhenIdle = (act: () => void) => () => void;

type BlockTurns = ReturnType<typeof createBlockTurns>;

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
