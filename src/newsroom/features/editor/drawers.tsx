import {
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
import { Inserter } from './inserter.tsx';
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
