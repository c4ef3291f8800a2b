import {
  __experimentalLibrary as InserterLibrary,
  __experimentalListView as ListView,
  store as blockEditor,
  BlockInspector,
} from '@wordpress/block-editor';
import { Button, TabPanel } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { close } from '@wordpress/icons';
import { useEffect, useRef } from 'react';
import { onFrames } from '../../editor/on-frames.ts';
import type { View, Mode } from './use-view.ts';
import type { ListedType } from '../../app/boot.ts';
import type { Draft } from '../../editor/draft.ts';
import { DocumentPanel } from './document-panel.tsx';
import { say } from '../../words.ts';

export function Drawers({ view }: { readonly view: View }) {
  const { drawer, mode, isNarrow, closeDrawer } = view;
  if (mode !== 'blocks' || drawer === 'none') return null;
  if (drawer === 'list') return <BlocksDrawer isNarrow={isNarrow} onClose={closeDrawer} />;
  return (
    <div className="writing-drawer" role="region" aria-label={say('Blocks to insert')} tabIndex={-1}>
      <Inserter isNarrow={isNarrow} onClose={closeDrawer} />
    </div>
  );
}

/** Animation frames during which the menu that opened a drawer may still move the focus back. */
const closingFrames = 20;

/** The list of blocks; focus starts at the selected one. */
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
    <div ref={place} className="writing-drawer" role="region" aria-label={say('List view')} tabIndex={-1}>
      {isNarrow && (
        <div className="drawer-head">
          <Button icon={close} label={say('Close list view')} onClick={onClose} />
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

interface SidePanelProps {
  readonly draft: Draft;
  readonly type: ListedType;
  /** Only the block view has a selected block to show. */
  readonly mode: Mode;
  readonly mayUpload: boolean;
  readonly onClose: (() => void) | undefined;
}

export function SidePanel({ draft, type, mode, mayUpload, onClose }: SidePanelProps) {
  const isSelected = useSelect((select) => {
    const { getBlockSelectionStart } = select(blockEditor) as unknown as {
      getBlockSelectionStart(): string | null;
    };
    return Boolean(getBlockSelectionStart());
  }, []);
  const isBlock = isSelected && mode === 'blocks';
  const tabs = [
    { name: 'document', title: type.singular },
    ...(mode === 'blocks' ? [{ name: 'block', title: say('Block') }] : []),
  ];
  return (
    <aside className="writing-panel" role="region" aria-label={say('Settings')} tabIndex={-1}>
      {onClose && (
        <Button className="panel-close" icon={close} label={say('Close settings')} onClick={onClose} />
      )}
      <TabPanel
        key={`${mode} ${isBlock ? 'block' : 'document'}`}
        initialTabName={isBlock ? 'block' : 'document'}
        tabs={tabs}
      >
        {({ name }) =>
          name === 'block' ? (
            <BlockInspector />
          ) : (
            <DocumentPanel draft={draft} type={type} mayUpload={mayUpload} />
          )
        }
      </TabPanel>
    </aside>
  );
}

const maxFrames = 120;

/**
 * Keeps focus on the option chosen in the inserter `menu`. The package re-renders its list piece by piece after an
 * insertion, which drops the focus on slow machines. Call before that frame; focus elsewhere is left alone.
 */
function keepOption(menu: HTMLElement | null): void {
  const list = menu?.querySelector<HTMLElement>('.block-editor-inserter__block-list > div');
  const chosen = document.activeElement;
  if (!list || !chosen || !list.contains(chosen)) return;
  const name = chosen.textContent;
  onFrames(maxFrames, (left) => {
    const now = document.activeElement;
    if (!list.isConnected || (now !== document.body && now !== list)) return true;
    const options = [...list.querySelectorAll('button')];
    const option =
      options.find(({ textContent }) => textContent === name) ?? (left === 0 ? options[0] : undefined);
    list.tabIndex = -1;
    (option ?? list).focus({ preventScroll: option === undefined });
    return option !== undefined;
  });
}
