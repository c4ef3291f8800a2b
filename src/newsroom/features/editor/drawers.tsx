import {
  __experimentalLibrary as InserterLibrary,
  __experimentalListView as ListView,
  store as blockEditor,
} from '@wordpress/block-editor';
import { Button } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { close } from '@wordpress/icons';
import { useEffect, useRef } from 'react';
import { keepOption } from '../../editor/kept-option.ts';
import { onFrames } from '../../editor/on-frames.ts';
import type { View } from './use-view.ts';

/** The open drawer next to the blocks. */
export function Drawers({ view }: { readonly view: View }) {
  const { drawer, mode, isNarrow, closeDrawer } = view;
  if (mode !== 'blocks' || drawer === 'none') return null;
  if (drawer === 'list') return <BlocksDrawer isNarrow={isNarrow} onClose={closeDrawer} />;
  return (
    <div className="writing-drawer" role="region" aria-label="Blocks to insert" tabIndex={-1}>
      <Inserter isNarrow={isNarrow} onClose={closeDrawer} />
    </div>
  );
}

/** Animation frames during which the menu that opened a drawer may still move the focus back. */
const closingFrames = 20;

/** The list of blocks; the selected one has the focus first. */
function BlocksDrawer({ isNarrow, onClose }: { readonly isNarrow: boolean; readonly onClose: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const rows = [
      '.is-selected .block-editor-list-view-block-select-button',
      '.block-editor-list-view-block-select-button',
      'button',
    ];
    const begin = () =>
      rows
        .map((row) => place.current?.querySelector<HTMLElement>(row))
        .find(Boolean)
        ?.focus();
    begin();
    return onFrames(closingFrames, () => {
      if (document.activeElement === document.body || document.activeElement?.matches('.writing-more'))
        begin();
      return false;
    });
  }, []);
  return (
    <div ref={place} className="writing-drawer" role="region" aria-label="List of blocks" tabIndex={-1}>
      {isNarrow && (
        <div className="drawer-head">
          <Button icon={close} label="Close the list of blocks" onClick={onClose} />
        </div>
      )}
      <ListView isExpanded />
    </div>
  );
}

/** All blocks and patterns; the chosen one is inserted after the block at the cursor. */
function Inserter({ isNarrow, onClose }: { readonly isNarrow: boolean; readonly onClose: () => void }) {
  const root = useSelect((select) => {
    const questions = select(blockEditor) as unknown as {
      getBlockInsertionPoint(): { rootClientId?: string };
    };
    return questions.getBlockInsertionPoint().rootClientId;
  }, []);
  const place = useRef<HTMLDivElement>(null); // the library reads the focus from it
  const chosen = () => {
    if (isNarrow) onClose();
    else keepOption(place.current);
  };
  return (
    <InserterLibrary
      ref={place}
      rootClientId={root}
      showInserterHelpPanel={!isNarrow}
      shouldFocusBlock={isNarrow}
      onClose={onClose}
      onSelect={chosen}
    />
  );
}
