import { BlockToolbar } from '@wordpress/block-editor';
import { Button, DropdownMenu, MenuGroup, MenuItem } from '@wordpress/components';
import {
  drawerRight,
  listView,
  moreVertical,
  plus,
  redo as redoIcon,
  undo as undoIcon,
} from '@wordpress/icons';
import { useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListedType } from '../../app/boot.ts';
import { connection } from '../../app/connection.ts';
import { copyText } from '../../app/copy-field.tsx';
import { listAddress } from '../../app/screens.ts';
import { siteFormat } from '../../app/boot.ts';
import { toast } from '../../app/toasts.tsx';
import type { Draft } from '../../editor/draft.ts';
import type { Saving } from './saving.ts';
import { mayBeShared, ShareDialog } from './share-dialog.tsx';
import { ShortcutsDialog } from './shortcuts.tsx';
import type { View } from './use-view.ts';
import { RestError } from '../../app/rest.ts';
import { inSentence, say } from '../../words.ts';

interface TopBarProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly saving: Saving;
  readonly view: View;
}

const times = siteFormat({ hour: 'numeric', minute: '2-digit' });

function Standing({ draft }: { readonly draft: Draft }) {
  const { saving, problem, savedAt, post, lacksLocalCopy } = useSyncExternalStore(
    draft.subscribe,
    draft.state,
  );
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  const isDirty = draft.isDirty();
  const isAway = standing === 'away' || saving === 'waiting';
  const says =
    isDirty && lacksLocalCopy
      ? isAway
        ? say(
            'The server is not responding. This browser can’t keep a copy because its storage is full or turned off. Save before you leave',
          )
        : say(
            'This browser can’t keep a copy because its storage is full or turned off. Save before you leave',
          )
      : isAway
        ? say('The server is not responding. Your changes are kept here and saved when it is back')
        : saving === 'yes'
          ? say('Saving…')
          : problem
            ? problem
            : isDirty && savedAt
              ? say('Autosaved at %s', times.format(savedAt))
              : isDirty
                ? say('Unsaved changes')
                : post
                  ? say('Saved')
                  : '';
  return (
    <p className="standing" role="status" data-problem={Boolean(problem) || (isDirty && lacksLocalCopy)}>
      {says}
    </p>
  );
}

async function copyAll(draft: Draft): Promise<void> {
  toast(
    (await copyText(draft.content()))
      ? say('All content copied')
      : say('Copying failed. You can select all content in the code editor.'),
  );
}

export function TopBar({ draft, type, saving, view }: TopBarProps) {
  const { mode } = view;
  const [showsKeys, setShowsKeys] = useState(false);
  const [isSharing, setShares] = useState(false);
  return (
    <>
      <header className="writing-bar" role="region" aria-label={say('Top bar')} tabIndex={-1}>
        <Link
          className="writing-back"
          to={listAddress(type.name)}
          aria-label={say('All %s', inSentence(type.plural))}
        >
          ‹ <span>{type.plural}</span>
        </Link>
        {(mode === 'blocks' || mode === 'past') && <BlockTools draft={draft} view={view} />}
        <Standing draft={draft} />
        <div className="writing-acts">
          <MainButtons draft={draft} type={type} saving={saving} view={view} />
          <MoreMenu
            draft={draft}
            type={type}
            saving={saving}
            view={view}
            onShare={() => setShares(true)}
            onKeys={() => setShowsKeys(true)}
          />
        </div>
      </header>
      {view.isNarrow &&
        mode === 'blocks' &&
        !view.isPanelOpen &&
        !view.preview.isOpen &&
        view.drawer === 'none' && (
          <div className="writing-tools">
            <BlockToolbar hideDragHandle />
          </div>
        )}
      {isSharing && <ShareDialog draft={draft} onClose={() => setShares(false)} />}
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function BlockTools({ draft, view }: Pick<TopBarProps, 'draft' | 'view'>) {
  const { history } = useSyncExternalStore(draft.subscribe, draft.state);
  const { drawer, mode, isNarrow } = view;
  return (
    <>
      {mode === 'blocks' && (
        <Button
          icon={plus}
          label={say('Insert a block')}
          variant="primary"
          className="writing-plus"
          isPressed={drawer === 'inserter'}
          aria-expanded={drawer === 'inserter'}
          data-opens="inserter"
          onClick={() => view.toggleDrawer('inserter')}
        />
      )}
      <Button
        icon={undoIcon}
        label={say('Undo')}
        shortcut={say('Ctrl Z')}
        disabled={history.past.length === 0}
        accessibleWhenDisabled
        onClick={draft.undo}
      />
      {!isNarrow && (
        <>
          <Button
            icon={redoIcon}
            label={say('Redo')}
            shortcut={say('Ctrl Y')}
            disabled={history.future.length === 0}
            accessibleWhenDisabled
            onClick={draft.redo}
          />
          {mode === 'blocks' && (
            <Button
              icon={listView}
              label={say('List view')}
              isPressed={drawer === 'list'}
              aria-expanded={drawer === 'list'}
              data-opens="list"
              onClick={() => view.toggleDrawer('list')}
            />
          )}
        </>
      )}
    </>
  );
}

function MainButtons({ draft, type, saving, view }: TopBarProps) {
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const { isNarrow, isPanelOpen, mode } = view;
  const isDirty = draft.isDirty();
  const isBusy = state.saving !== 'no';
  return (
    <>
      {!saving.isSettled && !isNarrow && (
        <Button variant="tertiary" disabled={!isDirty || isBusy} accessibleWhenDisabled onClick={saving.save}>
          {say('Save draft')}
        </Button>
      )}
      {type.hasPages && mode !== 'fields' && !isNarrow && (
        <Button
          variant="tertiary"
          isPressed={view.preview.isOpen}
          aria-expanded={view.preview.isOpen}
          aria-keyshortcuts="Control+Alt+Shift+P"
          data-opens="preview"
          onClick={view.togglePreview}
        >
          {say('Preview')}
        </Button>
      )}
      <Button
        variant="primary"
        className="writing-main"
        disabled={isBusy || (saving.isSettled && !isDirty)}
        accessibleWhenDisabled
        isBusy={isBusy}
        aria-label={saving.mainLabel}
        onClick={saving.main}
      >
        {isNarrow ? saving.shortLabel : saving.mainLabel}
      </Button>
      <Button
        icon={drawerRight}
        label={say('Settings')}
        isPressed={isPanelOpen}
        aria-expanded={isPanelOpen}
        data-opens="panel"
        onClick={view.togglePanel}
      />
    </>
  );
}

interface MenuProps extends TopBarProps {
  readonly onShare: () => void;
  readonly onKeys: () => void;
}

type CloseThen = (act: () => void) => () => void;

function MoreMenu(props: MenuProps) {
  const { draft, type, saving } = props;
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const navigate = useNavigate();
  return (
    <DropdownMenu icon={moreVertical} label={say('More')} toggleProps={{ className: 'writing-more' }}>
      {({ onClose }) => {
        const close = (act: () => void) => () => {
          onClose();
          act();
        };
        return (
          <>
            <ViewItems draft={draft} view={props.view} close={close} />
            <TextItems {...props} close={close} />
            {post && (
              <MenuGroup>
                <MenuItem
                  isDestructive
                  onClick={close(() => void saving.trash(() => void navigate(listAddress(type.name))))}
                >
                  {say('Move to trash')}
                </MenuItem>
              </MenuGroup>
            )}
          </>
        );
      }}
    </DropdownMenu>
  );
}

interface ViewItemsProps extends Pick<TopBarProps, 'draft' | 'view'> {
  readonly close: CloseThen;
}

function ViewItems({ draft, view, close }: ViewItemsProps) {
  const { history } = useSyncExternalStore(draft.subscribe, draft.state);
  const { mode, isNarrow } = view;
  const hasText = mode !== 'fields';
  return (
    <MenuGroup label={say('View')}>
      {hasText && (
        <MenuItem
          shortcut={say('Ctrl Shift Alt M')}
          onClick={close(() => view.switchTo(mode === 'code' ? 'blocks' : 'code'))}
        >
          {mode === 'code' ? say('Visual editor') : say('Code editor')}
        </MenuItem>
      )}
      <MenuItem
        shortcut={say('Ctrl Shift \\')}
        isSelected={view.isCalm}
        role="menuitemcheckbox"
        onClick={close(view.toggleCalm)}
      >
        {say('Distraction free')}
      </MenuItem>
      {isNarrow && hasText && (
        <MenuItem onClick={close(() => view.toggleDrawer('list'))}>{say('List view')}</MenuItem>
      )}
      {isNarrow && hasText && (
        <MenuItem disabled={history.future.length === 0} onClick={close(draft.redo)}>
          {say('Redo')}
        </MenuItem>
      )}
    </MenuGroup>
  );
}

function TextItems({ draft, type, saving, view, close, onShare, onKeys }: MenuProps & ViewItemsProps) {
  const { post } = useSyncExternalStore(draft.subscribe, draft.state);
  const { mode, isNarrow } = view;
  const hasText = mode !== 'fields';
  return (
    <MenuGroup label={type.singular}>
      {type.hasPages && hasText && (
        <MenuItem
          shortcut={say('Ctrl Shift Alt P')}
          isSelected={view.preview.isOpen}
          role="menuitemcheckbox"
          onClick={close(view.togglePreview)}
        >
          {say('Preview')}
        </MenuItem>
      )}
      {type.hasPages && hasText && (
        <MenuItem onClick={close(() => void openPreview(draft))}>{say('Preview in a new tab')}</MenuItem>
      )}
      {isNarrow && !saving.isSettled && <MenuItem onClick={close(saving.save)}>{say('Save draft')}</MenuItem>}
      {type.hasPages && post?.status === 'publish' && (
        <MenuItem onClick={close(() => window.open(post.link))}>{say('View on site')}</MenuItem>
      )}
      {type.hasPages && mayBeShared(draft) && (
        <MenuItem onClick={close(onShare)}>{say('Preview link')}</MenuItem>
      )}
      {post && hasText && type.supports.includes('revisions') && (
        <MenuItem onClick={close(() => view.switchTo(mode === 'past' ? 'blocks' : 'past'))}>
          {mode === 'past' ? say('Back to editor') : say('Revisions')}
        </MenuItem>
      )}
      {hasText && <MenuItem onClick={close(() => void copyAll(draft))}>{say('Copy all content')}</MenuItem>}
      <MenuItem onClick={close(onKeys)}>{say('Keyboard shortcuts')}</MenuItem>
    </MenuGroup>
  );
}

export async function openPreview(draft: Draft): Promise<void> {
  const tab = window.open('about:blank', `preview-${draft.state().post?.id ?? 'new'}`);
  let problem: string | undefined;
  try {
    const link = await draft.previewLink();
    if (link !== undefined && tab) {
      tab.location.href = link;
      return;
    }
    problem = draft.state().problem;
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    problem = error.message;
  }
  tab?.close();
  if (problem) toast(problem);
}
