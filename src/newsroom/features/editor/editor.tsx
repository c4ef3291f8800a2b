import './editor.css';
import { BlockBreadcrumb, BlockEditorKeyboardShortcuts } from '@wordpress/block-editor';
import { Popover, TextControl } from '@wordpress/components';
import { addFilter } from '@wordpress/hooks';
// oxlint-disable-next-line import/no-unassigned-import -- it registers bold, links and the like
import '@wordpress/format-library';
import { Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { ListedType } from '../../app/boot.ts';
import { hasFields } from '../../app/field-types.ts';
import { plainText } from '../../app/rest-types.ts';
import { useWindowTitle, Skeleton } from '../../app/screen-head.tsx';
import { latePart, Boundary } from '../../app/late.tsx';
import { toast } from '../../app/toasts.tsx';
import { useIsDark } from '../../app/use-media-query.ts';
import { canvasSettings } from '../../editor/canvas-settings.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import { Canvas } from '../../editor/canvas.tsx';
import type { Draft } from '../../editor/draft.ts';
import { MediaUpload, InserterMedia } from '../../editor/media-upload-control.tsx';
import { editAddress } from '../../app/screens.ts';
import { BlockNotices, FoundNotice, PublishedNotice } from './notices.tsx';
import { CodeView } from './code-view.tsx';
import { ConflictDialog, OneSide } from './conflict-dialog.tsx';
import { PatternItems } from './create-pattern.tsx';
import { DraftProvider } from './draft-provider.tsx';
import { Drawers, SidePanel } from './drawers.tsx';
import { HandoverNotice, LockDialog, useLock } from './lock-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useSaving } from './saving.ts';
import { TextCount } from './text-count.tsx';
import { TopBar, openPreview } from './top-bar.tsx';
import { useShortcuts } from './shortcuts.tsx';
import { useView, useRegions } from './use-view.ts';
import type { View } from './use-view.ts';
import { say } from '../../words.ts';

const PreviewPane = latePart(async () => (await import('./preview/preview-pane.tsx')).PreviewPane);
const FieldsPane = latePart(async () => (await import('../fields/fields-pane.tsx')).FieldsPane);
const RevisionsView = latePart(async () => (await import('./revisions/revisions-view.tsx')).RevisionsView);

/** Milliseconds after which lazy parts load: the text has loaded by then, and a later outage does not affect them. */
const restMs = 3000;

addFilter('editor.MediaUpload', 'broadsheet/media-upload', () => MediaUpload);

interface EditorProps {
  readonly draft: Draft;
  readonly type: ListedType;
  readonly patterns: readonly SitePattern[];
  readonly mayUpload: boolean;
}

export function Editor({ draft, type, patterns: known, mayUpload }: EditorProps) {
  const { conflict, code, history } = useSyncExternalStore(draft.subscribe, draft.state);
  const view = useView(draft, type);
  const { mode, isPanelOpen, isCalm, isNarrow } = view;
  const [patterns, setPatterns] = useState(known);
  const [isAsking, setAsking] = useState(false);
  const [isPublished, setPublished] = useState(false);
  const saving = useSaving(draft, type, () => setAsking(true));
  const navigate = useNavigate();
  const settings = useMemo(
    () => ({
      ...canvasSettings({ postId: () => draft.state().post?.id ?? 0, mayUpload, patterns }),
      hasFixedToolbar: isNarrow,
      isDistractionFree: isCalm,
      onNavigateToEntityRecord: ({ postId }: { readonly postId: number }) =>
        void navigate(editAddress(postId)),
    }),
    [draft, mayUpload, patterns, isNarrow, isCalm, navigate],
  );
  const lock = useLock(draft);
  usePartsAhead();
  useShortcuts(draft, view, saving);
  const regions = useRegions();
  useWindowTitle(plainText(draft.text('title')).trim() || say('%s (no title)', type.singular));
  return (
    <DraftProvider draft={draft} settings={settings}>
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
        <TopBar draft={draft} type={type} saving={saving} view={view} />
        <div className="writing-notices">
          <HandoverNotice lock={lock} />
          <FoundNotice draft={draft} />
          {isPublished && <PublishedNotice draft={draft} type={type} onClose={() => setPublished(false)} />}
        </div>
        <div className="writing-body">
          <Drawers view={view} />
          <TextRegion draft={draft} type={type} view={view} />
          {view.showsPreview && <Preview draft={draft} view={view} />}
          {isPanelOpen && (
            <SidePanel
              draft={draft}
              type={type}
              mode={mode}
              mayUpload={mayUpload}
              onClose={isNarrow ? view.closePanel : undefined}
            />
          )}
        </div>
        <footer className="writing-foot" role="region" aria-label={say('Footer')} tabIndex={-1}>
          {mode === 'blocks' && <BlockBreadcrumb rootLabelText={type.singular} />}
          {view.hasText && <TextCount of={code ?? history.blocks} write={draft.content} />}
        </footer>
      </div>
      {isAsking && (
        <PublishDialog
          draft={draft}
          type={type}
          saving={saving}
          mayUpload={mayUpload}
          onPublished={() => setPublished(true)}
          onClose={() => setAsking(false)}
        />
      )}
      {lock.stage !== 'writing' && <LockDialog lock={lock} draft={draft} type={type} />}
      {conflict && <ConflictDialog draft={draft} conflict={conflict} onSettle={saving.settle} />}
      <Popover.Slot />
    </DraftProvider>
  );
}

function usePartsAhead(): void {
  useEffect(() => {
    const timer = window.setTimeout(() => {
      for (const part of [PreviewPane, RevisionsView, OneSide]) part.ahead();
    }, restMs);
    return () => window.clearTimeout(timer);
  }, []);
}

interface PartProps {
  readonly draft: Draft;
  readonly view: View;
}

function TextRegion({ draft, type, view }: PartProps & { readonly type: ListedType }) {
  const { blocks } = useSyncExternalStore(draft.subscribe, draft.state).history;
  const { mode } = view;
  const hasTitle = type.supports.includes('title');
  const isDark = useIsDark();
  const steps = useCallback(() => draft.state().history.past, [draft]);
  return (
    <div className="writing-canvas" role="region" aria-label={say('Text')} tabIndex={-1}>
      {mode === 'past' && (
        <Suspense
          fallback={
            <div className="writing-wait">
              <Skeleton rows={10} />
            </div>
          }
        >
          <RevisionsView draft={draft} type={type} onEnd={() => view.switchTo('blocks')} />
        </Suspense>
      )}
      {mode === 'fields' && (
        <Fields
          title={hasTitle ? draft.text('title') : undefined}
          onTitle={(title) => draft.edit({ title })}
          singular={type.singular}
          hasForm={hasFields(type.name)}
        />
      )}
      {mode === 'code' && (
        <CodeView draft={draft} hasTitle={hasTitle} onEnd={() => view.switchTo('blocks')} />
      )}
      {mode === 'blocks' && (
        // When a block crashes the canvas, the text can still be edited as code.
        <Boundary
          onFault={(message) => {
            view.setMode('code');
            toast(say('A block can’t be displayed, so the code editor was opened: %s', message));
          }}
        >
          <Canvas
            title={draft.text('title')}
            hasTitle={hasTitle}
            isDark={isDark}
            isAfter={view.hasTurned}
            blocks={blocks}
            onTitle={(title) => draft.typeFields({ title })}
            onWhole={(title, act) => draft.together({ title }, act)}
            steps={steps}
            onUndo={draft.undo}
          />
        </Boundary>
      )}
      {hasFields(type.name) && (
        <Suspense>
          <FieldsPane
            draft={draft}
            type={type}
            isHidden={mode === 'past'}
            isWhole={mode === 'fields'}
            isNarrow={view.isNarrow}
          />
        </Suspense>
      )}
    </div>
  );
}

function Preview({ draft, view: { preview, showPreview, togglePreview } }: PartProps) {
  return (
    <Suspense
      fallback={
        <section className="writing-preview" role="region" aria-label={say('Preview')} tabIndex={-1}>
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
  );
}

/** Shown for posts without content: title, and a hint to the settings unless a form follows. */
function Fields({
  title,
  singular,
  hasForm,
  onTitle,
}: {
  readonly title: string | undefined;
  readonly singular: string;
  readonly hasForm: boolean;
  readonly onTitle: (title: string) => void;
}) {
  return (
    <div className="writing-fields">
      {title !== undefined && (
        <TextControl
          label={say('Title')}
          value={title}
          onChange={onTitle}
          dir="auto"
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
      )}
      {!hasForm && (
        <p>
          {say(
            'This content type (%s) has no text to edit. Edit its details in the settings panel.',
            singular,
          )}
        </p>
      )}
    </div>
  );
}
