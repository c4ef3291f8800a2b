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
import { copyText } from '../../app/copy-text.ts';
import { listAddress } from '../../app/screens.ts';
import { siteFormat } from '../../app/site-format.ts';
import { toast } from '../../app/toasts.tsx';
import { useIsNarrow } from '../../app/use-is-narrow.ts';
import type { Draft } from '../../editor/draft.ts';
import { openPreview } from './open-preview.ts';
import type { Saving } from './saving.ts';
import { mayBeShared, ShareDialog } from './share-dialog.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export type Drawer = 'none' | 'inserter' | 'list';
/** How the text is shown: as blocks, as its markup, or what it was; of what has none there are only its fields. */
export type Mode = 'blocks' | 'code' | 'past' | 'fields';

interface TopBarProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly saving: Saving;
  readonly drawer: Drawer;
  readonly isPanelOpen: boolean;
  readonly mode: Mode;
  readonly isCalm: boolean;
  readonly isPreviewOpen: boolean;
  readonly onPreview: () => void;
  readonly onDrawer: (drawer: Drawer) => void;
  readonly onPanel: () => void;
  readonly onMode: (mode: Mode) => void;
  readonly onCalm: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

const times = siteFormat({ hour: 'numeric', minute: '2-digit' });

/** Where the text stands: stored, on its way, or waiting for the server. */
function Standing({ draft }: { readonly draft: Draft }) {
  const { saving, problem, keptAt, post, isUnkept } = useSyncExternalStore(draft.subscribe, draft.state);
  const standing = useSyncExternalStore(connection.subscribe, connection.standing);
  const isDirty = draft.isDirty();
  const isAway = standing === 'away' || saving === 'waiting';
  const says =
    isDirty && isUnkept
      ? `${isAway ? 'The server is away. ' : ''}This browser keeps no copy, its storage is full or switched off. Store it before you leave`
      : isAway
        ? 'The server is away. It is kept here, and stored when it is back'
        : saving === 'yes'
          ? 'Storing …'
          : problem
            ? problem
            : isDirty && keptAt
              ? `Kept at ${times.format(keptAt)}`
              : isDirty
                ? 'Not stored yet'
                : post
                  ? 'Stored'
                  : '';
  return (
    <p className="standing" role="status" data-problem={Boolean(problem) || (isDirty && isUnkept)}>
      {says}
    </p>
  );
}

async function copyAll(draft: Draft): Promise<void> {
  toast(
    (await copyText(draft.content()))
      ? 'The whole text is in the clipboard'
      : 'It could not be copied. In the code editor all of it can be selected.',
  );
}

/** The one line above the text. */
export function TopBar({
  draft,
  type,
  saving,
  drawer,
  isPanelOpen,
  mode,
  isCalm,
  isPreviewOpen,
  onPreview,
  onDrawer,
  onPanel,
  onMode,
  onCalm,
  onUndo,
  onRedo,
}: TopBarProps) {
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const [showsKeys, setShowsKeys] = useState(false);
  const [isSharing, setShares] = useState(false);
  const { history, post } = state;
  const isDirty = draft.isDirty();
  const isBusy = state.saving !== 'no';
  const hasText = mode !== 'fields';
  return (
    <>
      <header className="writing-bar" role="region" aria-label="Top bar" tabIndex={-1}>
        <Link
          className="writing-back"
          to={listAddress(type.name)}
          aria-label={`All ${type.plural.toLowerCase()}`}
        >
          ‹ <span>{type.plural}</span>
        </Link>
        {(mode === 'blocks' || mode === 'past') && (
          <>
            {mode === 'blocks' && (
              <Button
                icon={plus}
                label="Insert a block"
                variant="primary"
                className="writing-plus"
                isPressed={drawer === 'inserter'}
                aria-expanded={drawer === 'inserter'}
                data-opens="inserter"
                onClick={() => onDrawer('inserter')}
              />
            )}
            <Button
              icon={undoIcon}
              label="Undo"
              shortcut="Ctrl Z"
              disabled={history.past.length === 0}
              accessibleWhenDisabled
              onClick={onUndo}
            />
            {!isNarrow && (
              <>
                <Button
                  icon={redoIcon}
                  label="Redo"
                  shortcut="Ctrl Y"
                  disabled={history.future.length === 0}
                  accessibleWhenDisabled
                  onClick={onRedo}
                />
                {mode === 'blocks' && (
                  <Button
                    icon={listView}
                    label="List of blocks"
                    isPressed={drawer === 'list'}
                    aria-expanded={drawer === 'list'}
                    data-opens="list"
                    onClick={() => onDrawer('list')}
                  />
                )}
              </>
            )}
          </>
        )}
        <Standing draft={draft} />
        <div className="writing-acts">
          {!saving.isSettled && !isNarrow && (
            <Button
              variant="tertiary"
              disabled={!isDirty || isBusy}
              accessibleWhenDisabled
              onClick={saving.save}
            >
              Save draft
            </Button>
          )}
          {type.hasPages && hasText && !isNarrow && (
            <Button
              variant="tertiary"
              isPressed={isPreviewOpen}
              aria-expanded={isPreviewOpen}
              aria-keyshortcuts="Control+Alt+Shift+P"
              data-opens="preview"
              onClick={onPreview}
            >
              Preview
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
            label="Settings"
            isPressed={isPanelOpen}
            aria-expanded={isPanelOpen}
            data-opens="panel"
            onClick={onPanel}
          />
          <DropdownMenu icon={moreVertical} label="More" toggleProps={{ className: 'writing-more' }}>
            {({ onClose }) => {
              const close = (act: () => void) => () => {
                onClose();
                act();
              };
              return (
                <>
                  <MenuGroup label="View">
                    {hasText && (
                      <MenuItem
                        shortcut="Ctrl Shift Alt M"
                        onClick={close(() => onMode(mode === 'code' ? 'blocks' : 'code'))}
                      >
                        {mode === 'code' ? 'Edit as blocks' : 'Edit as code'}
                      </MenuItem>
                    )}
                    <MenuItem
                      shortcut="Ctrl Shift \"
                      isSelected={isCalm}
                      role="menuitemcheckbox"
                      onClick={close(onCalm)}
                    >
                      Without distractions
                    </MenuItem>
                    {isNarrow && hasText && (
                      <MenuItem onClick={close(() => onDrawer('list'))}>List of blocks</MenuItem>
                    )}
                    {isNarrow && hasText && (
                      <MenuItem disabled={history.future.length === 0} onClick={close(onRedo)}>
                        Redo
                      </MenuItem>
                    )}
                  </MenuGroup>
                  <MenuGroup label={type.singular}>
                    {type.hasPages && hasText && (
                      <MenuItem
                        shortcut="Ctrl Shift Alt P"
                        isSelected={isPreviewOpen}
                        role="menuitemcheckbox"
                        onClick={close(onPreview)}
                      >
                        Preview
                      </MenuItem>
                    )}
                    {type.hasPages && hasText && (
                      <MenuItem onClick={close(() => void openPreview(draft))}>Preview in a new tab</MenuItem>
                    )}
                    {isNarrow && !saving.isSettled && (
                      <MenuItem onClick={close(saving.save)}>Save draft</MenuItem>
                    )}
                    {type.hasPages && post?.status === 'publish' && (
                      <MenuItem onClick={close(() => window.open(post.link))}>See it on the site</MenuItem>
                    )}
                    {type.hasPages && mayBeShared(draft) && (
                      <MenuItem onClick={close(() => setShares(true))}>Link for outsiders</MenuItem>
                    )}
                    {post && hasText && type.supports.includes('revisions') && (
                      <MenuItem onClick={close(() => onMode(mode === 'past' ? 'blocks' : 'past'))}>
                        {mode === 'past' ? 'Back to the text' : 'Revisions'}
                      </MenuItem>
                    )}
                    {hasText && (
                      <MenuItem onClick={close(() => void copyAll(draft))}>Copy the whole text</MenuItem>
                    )}
                    <MenuItem onClick={close(() => setShowsKeys(true))}>Keyboard shortcuts</MenuItem>
                  </MenuGroup>
                  {post && (
                    <MenuGroup>
                      <MenuItem
                        isDestructive
                        onClick={close(() => void saving.trash(() => void navigate(listAddress(type.name))))}
                      >
                        Move to the trash
                      </MenuItem>
                    </MenuGroup>
                  )}
                </>
              );
            }}
          </DropdownMenu>
        </div>
      </header>
      {isNarrow && mode === 'blocks' && !isPanelOpen && !isPreviewOpen && drawer === 'none' && (
        <div className="writing-tools">
          <BlockToolbar hideDragHandle />
        </div>
      )}
      {isSharing && <ShareDialog draft={draft} onClose={() => setShares(false)} />}
      {showsKeys && <ShortcutsDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}
