import { __experimentalListView as ListView, BlockInspector } from '@wordpress/block-editor';
import { Button } from '@wordpress/components';
import { close } from '@wordpress/icons';
import { useEffect, useRef } from 'react';
import { onFrames } from '../../editor/on-frames.ts';
import { Inserter } from '../editor/inserter.tsx';
import { say } from '../../words.ts';
import type { AreaView } from './area-bar.tsx';

/** Animation frames to wait for the content of a drawer. */
const maxFrames = 60;

/** The blocks that can be inserted, or the list of those of the area. Escape closes it. */
export function AreaDrawer({ view, isNarrow }: { readonly view: AreaView; readonly isNarrow: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const isList = view.drawer === 'list';
  useEffect(
    () =>
      onFrames(maxFrames, () => {
        const first = place.current?.querySelector<HTMLElement>(
          isList ? '.block-editor-list-view-block-select-button' : 'input[type=search]',
        );
        first?.focus();
        return first !== null && first !== undefined;
      }),
    [isList],
  );
  const name = isList ? say('List view') : say('Blocks to insert');
  return (
    <div
      ref={place}
      className="widget-drawer"
      role="region"
      aria-label={name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) view.closeDrawer();
      }}
    >
      {isList ? (
        <>
          <div className="widget-panel-head">
            <h3>{name}</h3>
            <Button icon={close} label={say('Close list view')} onClick={view.closeDrawer} />
          </div>
          <ListView isExpanded />
        </>
      ) : (
        <Inserter isNarrow={isNarrow} onClose={view.closeDrawer} />
      )}
    </div>
  );
}

/** Settings of the selected block. */
export function AreaSettings({ onClose }: { readonly onClose: (() => void) | undefined }) {
  return (
    <aside className="widget-settings" role="region" aria-label={say('Settings')} tabIndex={-1}>
      {onClose && (
        <div className="widget-panel-head">
          <h3>{say('Block settings')}</h3>
          <Button icon={close} label={say('Close settings')} onClick={onClose} />
        </div>
      )}
      <BlockInspector />
    </aside>
  );
}
