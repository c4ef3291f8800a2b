import { BlockToolbar } from '@wordpress/block-editor';
import { Button } from '@wordpress/components';
import {
  listView,
  plus,
  redo as redoIcon,
  settings as settingsIcon,
  undo as undoIcon,
} from '@wordpress/icons';
import { useIsNarrow } from '../../app/use-media-query.ts';
import { say } from '../../words.ts';
import type { AreaDraft } from './use-area-draft.ts';

export interface AreaView {
  readonly drawer: 'none' | 'blocks' | 'list';
  readonly showsSettings: boolean;
  readonly showsPreview: boolean;
  readonly toggleDrawer: (name: 'blocks' | 'list') => void;
  readonly closeDrawer: () => void;
  readonly toggleSettings: () => void;
  readonly togglePreview: () => void;
}

export function AreaBar({
  draft,
  view,
  onSave,
  onReset,
}: {
  readonly draft: AreaDraft;
  readonly view: AreaView;
  readonly onSave: () => void;
  readonly onReset: () => void;
}) {
  const { history, isDirty, isBusy, stored } = draft;
  const hasSettings = useIsNarrow(1100);
  return (
    <div className="widget-bar" role="group" aria-label={say('Widget area')}>
      <Button
        variant="primary"
        icon={plus}
        label={say('Add block')}
        aria-expanded={view.drawer === 'blocks'}
        data-opens="blocks"
        onClick={() => view.toggleDrawer('blocks')}
      />
      <Button
        icon={undoIcon}
        label={say('Undo')}
        disabled={history.past.length === 0}
        accessibleWhenDisabled
        onClick={draft.undo}
      />
      <Button
        icon={redoIcon}
        label={say('Redo')}
        disabled={history.future.length === 0}
        accessibleWhenDisabled
        onClick={draft.redo}
      />
      <Button
        icon={listView}
        label={say('List view')}
        aria-expanded={view.drawer === 'list'}
        data-opens="list"
        onClick={() => view.toggleDrawer('list')}
      />
      {hasSettings && (
        <Button
          icon={settingsIcon}
          label={say('Block settings')}
          aria-expanded={view.showsSettings}
          data-opens="settings"
          onClick={view.toggleSettings}
        />
      )}
      <span className="widget-acts">
        {stored.edited && (
          <Button variant="tertiary" isDestructive disabled={isBusy} accessibleWhenDisabled onClick={onReset}>
            {say('Reset')}
          </Button>
        )}
        <Button
          variant="secondary"
          aria-expanded={view.showsPreview}
          data-opens="preview"
          onClick={view.togglePreview}
        >
          {say('Preview')}
        </Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          disabled={!isDirty || isBusy}
          accessibleWhenDisabled
          onClick={onSave}
        >
          {say('Save')}
        </Button>
      </span>
      {hasSettings && view.drawer === 'none' && !view.showsSettings && (
        <div className="widget-tools">
          <BlockToolbar hideDragHandle />
        </div>
      )}
    </div>
  );
}
