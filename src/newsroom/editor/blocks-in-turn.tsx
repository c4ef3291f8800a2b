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
    // Safari has no requestIdleCallback.
    const timer = globalThis.setTimeout(act, 30);
    return () => globalThis.clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: 1000 });
  return () => window.cancelIdleCallback(handle);
};

interface ListedBlock {
  readonly clientId: string;
}

const never = () => () => {};

// Wraps outside all package filters, so that nothing of a waiting block is rendered.
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
 * Renders a text's blocks: the first screens at once, the others in idle time or when the user goes to one.
 * `clientIds`: top-level blocks on open.
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
        ); // arrow keys can reach it
    },
    [turns],
  );
  useLayoutEffect(() => {
    if (isWanted) turns.drawAll();
  }, [isWanted, turns]);
  // Keys that find, select or print the whole page, or go to its end. AltGr counts as Ctrl+Alt and types characters.
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
