import '../editor/editor.css';
import { BlockEditorKeyboardShortcuts, BlockEditorProvider } from '@wordpress/block-editor';
import apiFetch from '@wordpress/api-fetch';
import { Popover, SlotFillProvider } from '@wordpress/components';
import { addFilter } from '@wordpress/hooks';
import { ShortcutProvider } from '@wordpress/keyboard-shortcuts';
// oxlint-disable-next-line import/no-unassigned-import -- it registers bold, links and the like
import '@wordpress/format-library';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { may } from '../../app/boot.ts';
import { keyOf, useKeys } from '../../app/keys.ts';
import { Boundary } from '../../app/late.tsx';
import { Problem } from '../../app/problem.tsx';
import type { WidgetArea } from '../../app/rest-types.ts';
import { Skeleton } from '../../app/screen-head.tsx';
import { useIsDark, useIsNarrow } from '../../app/use-media-query.ts';
import { useUnsaved } from '../../app/unsaved.tsx';
import { shareRest } from '../../editor/api-fetch.ts';
import { canvasSettings } from '../../editor/canvas-settings.ts';
import type { SitePattern } from '../../editor/canvas-settings.ts';
import { Canvas } from '../../editor/canvas.tsx';
import { MediaUpload } from '../../editor/media-upload-control.tsx';
import { registerBlocks } from '../../editor/register-blocks.ts';
import { openText } from '../editor/opening.ts';
import { giveBack } from '../editor/use-view.ts';
import { say } from '../../words.ts';
import { AreaBar } from './area-bar.tsx';
import type { AreaView } from './area-bar.tsx';
import { AreaConflict, ResetArea } from './area-dialogs.tsx';
import { AreaDrawer, AreaSettings } from './area-panels.tsx';
import { allowedBlockTypes, offerOwnBlocks } from './offered-blocks.ts';
import { useAreaDraft } from './use-area-draft.ts';
import { areaTitle, oneArea, placesOf } from './widget-data.ts';
import { WidgetPreview } from './widget-preview.tsx';

addFilter('editor.MediaUpload', 'broadsheet/media-upload', () => MediaUpload);

/** The blocks that can be inserted, registered before an area is opened. */
const blocksOfEditor = {
  queryKey: ['widgets', 'blocks'],
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  queryFn: async () => {
    const { blocks, patterns } = await openText(undefined);
    shareRest(apiFetch);
    registerBlocks(blocks);
    return patterns;
  },
};

export function AreaScreen({ area }: { readonly area: string }) {
  const { data: patterns, error: fault } = useQuery(blocksOfEditor);
  const { data, error } = useQuery(oneArea(area));
  if (data && patterns) return <AreaEditor area={data} patterns={patterns} />;
  const problem = error ?? fault;
  return problem ? <Problem message={problem.message} /> : <Skeleton />;
}

function AreaEditor({
  area,
  patterns,
}: {
  readonly area: WidgetArea;
  readonly patterns: readonly SitePattern[];
}) {
  const queries = useQueryClient();
  const draft = useAreaDraft(area);
  const { history, isDirty, fault } = draft;
  const isNarrow = useIsNarrow(1100);
  const view = useAreaView();
  const [isResetting, setResetting] = useState(false);
  useUnsaved(isDirty);
  useEffect(() => offerOwnBlocks(), []);
  const settings = useMemo(
    () => ({
      ...canvasSettings({ postId: () => 0, mayUpload: may('upload_files'), patterns }),
      allowedBlockTypes,
      hasFixedToolbar: isNarrow,
    }),
    [patterns, isNarrow],
  );
  const theirs = fault?.status === 409 ? (fault.theirs as WidgetArea | null) : null;
  const save = () => void draft.save(queries);
  return (
    <ShortcutProvider>
      <SlotFillProvider>
        <BlockEditorProvider
          value={history.blocks}
          selection={history.selection}
          settings={settings}
          onInput={draft.input}
          onChange={draft.change}
          useSubRegistry
        >
          <BlockEditorKeyboardShortcuts.Register />
          <BlockEditorKeyboardShortcuts />
          <AreaKeys draft={draft} onSave={save} />
          <section className="widget-editor" aria-label={areaTitle(area.area)}>
            <header className="widget-head">
              <h2>
                <bdi>{areaTitle(area.area)}</bdi>
              </h2>
              <p>{describe(draft.stored)}</p>
            </header>
            <AreaBar draft={draft} view={view} onSave={save} onReset={() => setResetting(true)} />
            {!theirs && <Problem message={fault?.message} />}
            {view.showsPreview && (
              <WidgetPreview area={draft.stored} content={draft.markup} onClose={view.togglePreview} />
            )}
            <div className="widget-body" data-drawer={view.drawer}>
              {view.drawer !== 'none' && <AreaDrawer key={view.drawer} view={view} isNarrow={isNarrow} />}
              <AreaCanvas draft={draft} />
              {(!isNarrow || view.showsSettings) && (
                <AreaSettings onClose={isNarrow ? view.toggleSettings : undefined} />
              )}
            </div>
          </section>
          {theirs && (
            <AreaConflict
              mine={draft.markup}
              theirs={theirs}
              isBusy={draft.isBusy}
              onTheirs={() => draft.adopt(theirs)}
              onMine={() => void draft.save(queries, theirs)}
              onClose={draft.forgive}
            />
          )}
          {isResetting && (
            <ResetArea
              area={draft.stored}
              isBusy={draft.isBusy}
              onClose={() => setResetting(false)}
              onReset={async () => {
                await draft.reset(queries);
                setResetting(false);
              }}
            />
          )}
          <Popover.Slot />
        </BlockEditorProvider>
      </SlotFillProvider>
    </ShortcutProvider>
  );
}

function describe(area: WidgetArea): string {
  const places = placesOf(area);
  const shown = places === '' ? say('No template contains this area.') : say('Shown on: %s.', places);
  if (area.edited) return shown;
  return area.fallback_area === ''
    ? `${shown} ${say('Not edited: pages show the blocks of their template.')}`
    : `${shown} ${say('Not edited: pages show “%s”.', areaTitle(area.fallback_area))}`;
}

function AreaCanvas({ draft }: { readonly draft: ReturnType<typeof useAreaDraft> }) {
  const { past } = draft.history;
  const steps = useCallback(() => past, [past]);
  return (
    <div className="widget-canvas writing-canvas" role="region" aria-label={say('Blocks')} tabIndex={-1}>
      <Boundary otherwise={<p className="nothing">{say('A block can’t be displayed.')}</p>}>
        <Canvas
          title=""
          hasTitle={false}
          isDark={useIsDark()}
          isAfter={false}
          blocks={draft.history.blocks}
          onTitle={() => undefined}
          onWhole={(_title, act) => act()}
          steps={steps}
          onUndo={draft.undo}
        />
      </Boundary>
    </div>
  );
}

function AreaKeys({
  draft,
  onSave,
}: {
  readonly draft: ReturnType<typeof useAreaDraft>;
  readonly onSave: () => void;
}) {
  useKeys((event) => {
    if ((!event.ctrlKey && !event.metaKey) || event.altKey) return;
    const key = keyOf(event).toLowerCase();
    const hasDialog = document.querySelector('.components-modal__screen-overlay, dialog[open]');
    const isTyping = document.activeElement?.closest('input:not([type=range]), textarea');
    if (key === 's' && !event.shiftKey) {
      if (!hasDialog && draft.isDirty && !draft.isBusy) onSave();
    } else if (hasDialog || isTyping) return;
    else if (key === 'z') (event.shiftKey ? draft.redo : draft.undo)();
    else if (key === 'y' && !event.shiftKey) draft.redo();
    else return;
    event.preventDefault();
  });
  return null;
}

function useAreaView(): AreaView {
  const [drawer, setDrawer] = useState<AreaView['drawer']>('none');
  const [showsSettings, setShowsSettings] = useState(false);
  const [showsPreview, setShowsPreview] = useState(false);
  return {
    drawer,
    showsSettings,
    showsPreview,
    toggleDrawer: (name) => setDrawer((now) => (now === name ? 'none' : name)),
    closeDrawer: () => {
      giveBack('.widget-drawer', drawer);
      setDrawer('none');
    },
    toggleSettings: () => {
      giveBack('.widget-settings', 'settings');
      setShowsSettings((now) => !now);
    },
    togglePreview: () => {
      giveBack('.widget-preview', 'preview');
      setShowsPreview((now) => !now);
    },
  };
}
