import { createBlockTurns } from './block-turns.ts';
import type { WhenIdle, BlockTurns } from './block-turns.ts';
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
