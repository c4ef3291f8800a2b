import './editor.css';
import {
  __experimentalLibrary as InserterLibrary,
  __experimentalListView as ListView,
  BlockBreadcrumb,
  BlockEditorKeyboardShortcuts,
  BlockEditorProvider,
  store as blockEditor,
} from '@wordpress/block-editor';
import type { BlockSelection } from '@wordpress/block-editor';
import { Button, Popover, SlotFillProvider, TextControl } from '@wordpress/components';
import { useSelect } from '@wordpress/data';
import { addFilter } from '@wordpress/hooks';
import { close } from '@wordpress/icons';
import { ShortcutProvider } from '@wordpress/keyboard-shortcuts';
// oxlint-disable-next-line import/no-unassigned-import -- it registers bold, links and the like
import '@wordpress/format-library';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { ListedType } from '../../app/boot.ts';
import { Boundary } from '../../app/boundary.tsx';
import { keyOf } from '../../app/key-of.ts';
import { plainText } from '../../app/plain-text.ts';
import { useWindowTitle } from '../../app/screen-head.tsx';
import { latePart } from '../../app/late.tsx';
import { Skeleton } from '../../app/skeleton.tsx';
import { toast } from '../../app/toasts.tsx';
import { useIsDark } from '../../app/use-is-dark.ts';
import { useIsNarrow } from '../../app/use-is-narrow.ts';
import { useKeys } from '../../app/use-keys.ts';
import { canvasSettings } from '../../editor/canvas-settings.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import { Canvas } from '../../editor/canvas.tsx';
import type { Block } from '../../editor/block-kit.ts';
import type { Draft } from '../../editor/draft.ts';
import { InserterMedia } from '../../editor/inserter-media.tsx';
import { footnotesField, referenceOrder, settleFootnotes } from '../../editor/footnotes.ts';
import { TextFootnotes } from '../../editor/footnotes-edit.tsx';
import { keepOption } from '../../editor/kept-option.ts';
import { MediaUpload } from '../../editor/media-upload-control.tsx';
import { onFrames } from '../../editor/on-frames.ts';
import { PreviewedPost } from '../../editor/own-blocks.tsx';
import { editAddress } from '../../app/screens.ts';
import { BlockNotices } from './block-notices.tsx';
import { CodeView } from './code-view.tsx';
import { ConflictDialog, OneSide } from './conflict-dialog.tsx';
import { PatternItems } from './create-pattern.tsx';
import { FoundNotice } from './found-notice.tsx';
import { AskedNotice, LockDialog } from './lock-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useSaving } from './saving.ts';
import { SidePanel } from './side-panel.tsx';
import { TextCount } from './text-count.tsx';
import { TopBar } from './top-bar.tsx';
import type { Drawer, Mode } from './top-bar.tsx';
import { readRemembered, remember } from './preview/remembered.ts';
import { openPreview } from './open-preview.ts';
import { useLock } from './use-lock.ts';
import { useRegions } from './use-regions.ts';

const PreviewPane = latePart(async () => (await import('./preview/preview-pane.tsx')).PreviewPane);
const RevisionsView = latePart(async () => (await import('./revisions/revisions-view.tsx')).RevisionsView);

/** Milliseconds after which the rest of the editor comes: by then its text is there, and whatever happens to the line afterwards takes no part of it away. */
const restMs = 3000;

addFilter('editor.MediaUpload', 'broadsheet/media-upload', () => MediaUpload);

interface EditorProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly patterns: readonly SitePattern[];
  readonly mayUpload: boolean;
}

/** Everything around a text that somebody writes. */
export function Editor({ draft, type, patterns: known, mayUpload }: EditorProps) {
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  const isNarrow = useIsNarrow();
  const navigate = useNavigate();
  const [patterns, setPatterns] = useState(known);
  const [drawer, setDrawer] = useState<Drawer>('none');
  const [preview, setPreview] = useState(() => {
    const before = readRemembered();
    return isNarrow ? { ...before, isOpen: false } : before; // there it lies over the text
  });
  const hasText = type.supports.includes('editor');
  const showsPreview = preview.isOpen && type.hasPages && hasText;
  const [isPanelOpen, setPanelOpen] = useState(!isNarrow && !(showsPreview && isTight()));
  const [mode, setMode] = useState<Mode>(hasText ? 'blocks' : 'fields');
  const [hasTurned, setTurned] = useState(false);
  const [isCalm, setCalm] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const saving = useSaving(draft, type, () => setAsking(true));
  const settings = useMemo(
    () => ({
      ...canvasSettings({ postId: () => draft.state().post?.id ?? 0, mayUpload, patterns }),
      hasFixedToolbar: isNarrow,
      isDistractionFree: isCalm,
      // "Edit original" of a synced pattern.
      onNavigateToEntityRecord: ({ postId }: { readonly postId: number }) =>
        void navigate(editAddress(postId)),
    }),
    [draft, mayUpload, patterns, isNarrow, isCalm, navigate],
  );
  const lock = useLock(draft);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      for (const part of [PreviewPane, RevisionsView, OneSide]) part.ahead();
    }, restMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { history } = state;
  const [knownNotes] = useState(() => new Map<string, string>());
  /** Once references change, numbers them and drops footnotes without one, in one step with the change. An opened text stays as it was stored. */
  const settle = useCallback(
    (blocks: readonly Block[], selection: BlockSelection): boolean => {
      const [before, after] = [draft.state().history.blocks, blocks].map((some) =>
        referenceOrder(some, draft.markupOf).join(' '),
      );
      if (before === after) return false;
      const settled = settleFootnotes(blocks, draft.value(footnotesField), knownNotes, draft.markupOf);
      if (settled)
        draft.together({ [footnotesField]: settled.json }, () => draft.change(settled.blocks, selection));
      return settled !== undefined;
    },
    [draft, knownNotes],
  );
  const input = useCallback(
    (
      blocks: Block[],
      { selection, undoIgnore = false }: { selection: BlockSelection; undoIgnore?: boolean },
    ) => {
      if (!settle(blocks, selection))
        draft.input(blocks, { selection, at: around(blocks, selection), isIgnored: undoIgnore });
    },
    [draft, settle],
  );
  const steps = useCallback(() => draft.state().history.past, [draft]);
  const change = useCallback(
    (blocks: Block[], { selection }: { selection: BlockSelection }) => {
      if (!settle(blocks, selection)) draft.change(blocks, selection);
    },
    [draft, settle],
  );
  const notes = draft.value(footnotesField);
  const footnotes = useMemo(
    () => ({ json: notes, change: (json: string) => draft.typeFields({ [footnotesField]: json }) }),
    [draft, notes],
  );
  const switchTo = (next: Mode) => {
    draft.readCode();
    setTurned(true);
    setMode(next);
  };

  const showPreview = (next: typeof preview) => {
    setPreview(next);
    remember(next);
  };
  const togglePreview = () => {
    if (!type.hasPages || !hasText) return;
    giveBack('.writing-preview', 'preview');
    if (!preview.isOpen && isTight()) setPanelOpen(false);
    if (!preview.isOpen && isNarrow) setDrawer('none');
    showPreview({ ...preview, isOpen: !preview.isOpen });
  };
  const closeDrawer = () => {
    giveBack('.writing-drawer', drawer);
    setDrawer('none');
  };
  const closePanel = () => {
    giveBack('.writing-panel', 'panel');
    setPanelOpen(false);
  };
  const toggle = (which: Drawer) => {
    setDrawer(drawer === which ? 'none' : which);
    if (isNarrow) setPanelOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      const at = focused();
      if (at?.closest('.writing-drawer')) closeDrawer();
      // Only where it lies over the text; a list that is open in it goes first.
      else if (
        isNarrow &&
        isPanelOpen &&
        (at === document.body || at?.closest('.writing-panel,[data-opens=panel]'))
      )
        closePanel();
    }
    const key = keyOf(event).toLowerCase();
    const hasDialog = document.querySelector('.components-modal__screen-overlay, dialog[open]');
    if (
      key === 'o' &&
      event.shiftKey &&
      event.altKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      mode === 'blocks' &&
      !hasDialog
    ) {
      event.preventDefault();
      if (drawer === 'list') closeDrawer();
      else toggle('list');
    }
    if (!event.ctrlKey && !event.metaKey) return;
    if (hasDialog) {
      // What stands behind a dialog is not to change unseen, least of all once somebody else has taken it over.
      if (key === 's') event.preventDefault();
      return;
    }
    const field = mode === 'code' || focused()?.closest('input:not([type=range]), textarea'); // they have steps back of their own
    if (key === 's' && !event.shiftKey && !event.altKey) saving.save();
    else if (key === 'z' && !event.altKey && !field) (event.shiftKey ? draft.redo : draft.undo)();
    else if (key === 'y' && !event.shiftKey && !event.altKey && !field) draft.redo();
    else if (key === 'm' && event.shiftKey && event.altKey && hasText)
      switchTo(mode === 'code' ? 'blocks' : 'code');
    else if (key === 'p' && event.shiftKey && event.altKey) togglePreview();
    else if ((key === '\\' || key === '|') && event.shiftKey) setCalm(!isCalm);
    else return;
    event.preventDefault();
  };
  // Wherever the keys go: those of the frame are heard here, too.
  useKeys(press);
  const regions = useRegions();
  const hasTitle = type.supports.includes('title');
  useWindowTitle(plainText(draft.text('title')).trim() || `${type.singular} without a title`);
  const isDark = useIsDark();
  return (
    <ShortcutProvider>
      <SlotFillProvider>
        <PreviewedPost.Provider value={state.post?.id ?? 0}>
          <TextFootnotes.Provider value={footnotes}>
            <BlockEditorProvider
              value={history.blocks}
              selection={history.selection}
              settings={settings}
              onInput={input}
              onChange={change}
              useSubRegistry
            >
              <BlockEditorKeyboardShortcuts.Register />
              <BlockEditorKeyboardShortcuts />
              <BlockNotices />
              <InserterMedia />
              <PatternItems draft={draft} onCreated={(pattern) => setPatterns((all) => [pattern, ...all])} />
              <div
                {...regions}
                className={`writing ${regions.className}`}
                data-calm={isCalm}
                data-panel={isPanelOpen}
              >
                <TopBar
                  draft={draft}
                  type={type}
                  saving={saving}
                  drawer={drawer}
                  isPanelOpen={isPanelOpen}
                  mode={mode}
                  isCalm={isCalm}
                  onDrawer={toggle}
                  onPanel={() => {
                    setPanelOpen(!isPanelOpen);
                    if (isNarrow) setDrawer('none');
                  }}
                  onMode={switchTo}
                  isPreviewOpen={preview.isOpen}
                  onPreview={togglePreview}
                  onCalm={() => setCalm(!isCalm)}
                  onUndo={draft.undo}
                  onRedo={draft.redo}
                />
                <div className="writing-notices">
                  <AskedNotice lock={lock} />
                  <FoundNotice draft={draft} />
                </div>
                <div className="writing-body">
                  {drawer === 'inserter' && mode === 'blocks' && (
                    <div className="writing-drawer" role="region" aria-label="Blocks to insert" tabIndex={-1}>
                      <Inserter isNarrow={isNarrow} onClose={closeDrawer} />
                    </div>
                  )}
                  {drawer === 'list' && mode === 'blocks' && (
                    <BlocksDrawer isNarrow={isNarrow} onClose={closeDrawer} />
                  )}
                  <div className="writing-canvas" role="region" aria-label="Text" tabIndex={-1}>
                    {mode === 'past' && (
                      <Suspense
                        fallback={
                          <div className="writing-wait">
                            <Skeleton rows={10} />
                          </div>
                        }
                      >
                        <RevisionsView draft={draft} type={type} onEnd={() => switchTo('blocks')} />
                      </Suspense>
                    )}
                    {mode === 'fields' && (
                      <Fields
                        title={hasTitle ? draft.text('title') : undefined}
                        onTitle={(title) => draft.edit({ title })}
                        singular={type.singular}
                      />
                    )}
                    {mode === 'code' && (
                      <CodeView draft={draft} hasTitle={hasTitle} onEnd={() => switchTo('blocks')} />
                    )}
                    {mode === 'blocks' && (
                      // Where one block takes the others with it, the text is still there, as code.
                      <Boundary
                        onFault={(message) => {
                          setMode('code');
                          toast(`A block can’t be shown, so this is the text as code: ${message}`);
                        }}
                      >
                        <Canvas
                          title={draft.text('title')}
                          hasTitle={hasTitle}
                          isDark={isDark}
                          isAfter={hasTurned}
                          blocks={history.blocks}
                          onTitle={(title) => draft.typeFields({ title })}
                          onWhole={(title, act) => draft.together({ title }, act)}
                          steps={steps}
                          onUndo={draft.undo}
                        />
                      </Boundary>
                    )}
                  </div>
                  {showsPreview && (
                    <Suspense
                      fallback={
                        <section className="writing-preview" role="region" aria-label="Preview" tabIndex={-1}>
                          <Skeleton rows={6} />
                        </section>
                      }
                    >
                      <PreviewPane
                        draft={draft}
                        shown={preview.devices}
                        onShow={(devices) => showPreview({ ...preview, devices })}
                        onOpen={() => void openPreview(draft)}
                        onClose={togglePreview}
                      />
                    </Suspense>
                  )}
                  {isPanelOpen && (
                    <SidePanel
                      draft={draft}
                      type={type}
                      mode={mode}
                      mayUpload={mayUpload}
                      onClose={isNarrow ? closePanel : undefined}
                    />
                  )}
                </div>
                <footer className="writing-foot" role="region" aria-label="Footer" tabIndex={-1}>
                  {mode === 'blocks' && <BlockBreadcrumb rootLabelText={type.singular} />}
                  {hasText && <TextCount of={state.code ?? history.blocks} write={draft.content} />}
                </footer>
              </div>
              {isAsking && (
                <PublishDialog draft={draft} type={type} saving={saving} onClose={() => setAsking(false)} />
              )}
              {lock.stage !== 'writing' && <LockDialog lock={lock} draft={draft} type={type} />}
              {state.conflict && (
                <ConflictDialog draft={draft} conflict={state.conflict} onSettle={saving.settle} />
              )}
              <Popover.Slot />
            </BlockEditorProvider>
          </TextFootnotes.Provider>
        </PreviewedPost.Provider>
      </SlotFillProvider>
    </ShortcutProvider>
  );
}

/** What has no text: its title, where it has one, and where the rest of it is. */
function Fields({
  title,
  singular,
  onTitle,
}: {
  readonly title: string | undefined;
  readonly singular: string;
  readonly onTitle: (title: string) => void;
}) {
  return (
    <div className="writing-fields">
      {title !== undefined && (
        <TextControl
          label="Title"
          value={title}
          onChange={onTitle}
          dir="auto"
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
      )}
      <p>This has no text of its own ({singular}). What there is to say of it stands in the settings.</p>
    </div>
  );
}

/** Whether text, its page and the settings have no room beside each other. */
const isTight = () => window.innerWidth < 1700;

/** The blocks where the cursor is, or that are selected, with all around them and inside of them. */
function around(
  blocks: readonly Block[],
  { selectionStart, selectionEnd }: BlockSelection,
): ReadonlySet<string> {
  const found = new Set<string>();
  const ends = new Set(
    [selectionStart, selectionEnd]
      .map((end) => (end as { clientId?: string } | undefined)?.clientId)
      .filter((id) => id !== undefined),
  );
  const all = (list: readonly Block[]) =>
    list.forEach((block) => {
      found.add(block.clientId);
      all(block.innerBlocks as Block[]);
    });
  const look = (list: readonly Block[]): boolean => {
    const [first, last] = [list.findIndex(holds), list.findLastIndex(holds)];
    if (first === -1) return false;
    all(list.slice(first, last + 1));
    return true;
  };
  const holds = (block: Block): boolean => {
    if (ends.has(block.clientId)) return true;
    if (!look(block.innerBlocks as Block[])) return false;
    found.add(block.clientId);
    return true;
  };
  look(blocks);
  return found;
}

/** Where keys go, in the frame of the text, too. */
function focused(): Element | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLIFrameElement
    ? (activeElement.contentDocument?.activeElement ?? activeElement)
    : activeElement;
}

/** As a part of the screen is closed, keys that are in it go to what opened it; where that stands in a menu, to the menu. */
function giveBack(part: string, opens: string): void {
  const opener =
    document.querySelector<HTMLElement>(`[data-opens=${opens}]`) ??
    document.querySelector<HTMLElement>('.writing-more');
  if (focused()?.closest(part)) opener?.focus();
}

/** Frames in which the menu that opened a drawer may still take keys back to where it was opened. */
const closingFrames = 20;

/** The blocks as a list; keys begin at the one that is selected. */
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

/** All blocks and patterns; what is chosen comes behind the block where the cursor is. */
function Inserter({ isNarrow, onClose }: { readonly isNarrow: boolean; readonly onClose: () => void }) {
  const root = useSelect((select) => {
    const questions = select(blockEditor) as unknown as {
      getBlockInsertionPoint(): { rootClientId?: string };
    };
    return questions.getBlockInsertionPoint().rootClientId;
  }, []);
  const place = useRef<HTMLDivElement>(null); // it reads where the focus is from this
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
