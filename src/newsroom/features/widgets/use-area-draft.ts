import type { BlockSelection } from '@wordpress/block-editor';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useSending } from '../../app/form-modal.tsx';
import type { WidgetArea } from '../../app/rest-types.ts';
import type { RestError } from '../../app/rest.ts';
import { toast, toastRefusal } from '../../app/toasts.tsx';
import { blockKit } from '../../editor/block-kit.ts';
import type { Block } from '../../editor/block-kit.ts';
import { documentWriter, openDocument } from '../../editor/lossless.ts';
import { beginStep, redo, redrawn, startHistory, typeOn, undo } from '../../editor/undo.ts';
import type { BlockHistory } from '../../editor/undo.ts';
import { say } from '../../words.ts';
import { resetArea, saveArea, widgetsKey } from './widget-data.ts';

interface InputOptions {
  readonly selection: BlockSelection;
  readonly undoIgnore?: boolean;
}

/** An area with unsaved changes of its blocks. */
export interface AreaDraft {
  readonly stored: WidgetArea;
  readonly history: BlockHistory;
  readonly markup: string;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly fault: RestError | undefined;
  readonly input: (blocks: Block[], options: InputOptions) => void;
  readonly change: (blocks: Block[], options: Pick<InputOptions, 'selection'>) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly discard: () => void;
  readonly forgive: () => void;
  /** Takes over a stored version. */
  readonly adopt: (area: WidgetArea) => void;
  /** `over`: the version of another user that is replaced. */
  readonly save: (queries: QueryClient, over?: WidgetArea) => Promise<void>;
  readonly reset: (queries: QueryClient) => Promise<void>;
}

const opened = (markup: string) => startHistory(openDocument(markup, blockKit));
const markupOf = ({ document, blocks }: BlockHistory) => documentWriter(document, blockKit)(blocks);

export function useAreaDraft(area: WidgetArea): AreaDraft {
  const [stored, setStored] = useState(area);
  const [history, setHistory] = useState(() => opened(area.content));
  const { fault, isBusy, send: run, settle: forgive } = useSending();
  const { document, blocks } = history;
  const write = useMemo(() => documentWriter(document, blockKit), [document]);
  const markup = useMemo(() => write(blocks), [write, blocks]);
  const isDirty = markup.trim() !== stored.content.trim();
  const adopt = (next: WidgetArea) => {
    setStored(next);
    setHistory(opened(next.content));
    forgive();
  };
  /** Takes over a version that replaces `before`. Blocks that were changed since stay, as unsaved changes. */
  const replace = (before: string, next: WidgetArea) => {
    setStored(next);
    if (next.content.trim() === before.trim()) return;
    setHistory((now) => (markupOf(now).trim() === before.trim() ? opened(next.content) : now));
  };
  const [loaded, setLoaded] = useState(area);
  if (area !== loaded) {
    setLoaded(area);
    // An import changed the area. Unsaved changes stay, and saving them shows both versions.
    if (area.revision > stored.revision && !isDirty) adopt(area);
  }
  const restore = async (queries: QueryClient, before: WidgetArea, { content, revision }: WidgetArea) => {
    try {
      const next = before.edited
        ? await saveArea(area.area, before.content, revision)
        : await resetArea(area.area, revision);
      replace(content, next);
      forgive();
      await queries.invalidateQueries({ queryKey: [...widgetsKey, 'list'] });
      toast(say('Widgets restored.'));
    } catch (error) {
      toastRefusal(error);
    }
  };
  const settle = async (queries: QueryClient, message: string, before: WidgetArea, next: WidgetArea) => {
    toast(message, { undo: () => void restore(queries, before, next) });
    await queries.invalidateQueries({ queryKey: [...widgetsKey, 'list'] });
  };
  return {
    stored,
    history,
    markup,
    isDirty,
    isBusy,
    fault,
    input: useCallback(
      (next, { selection, undoIgnore = false }) =>
        setHistory((now) => (undoIgnore ? redrawn : typeOn)(now, next, selection)),
      [],
    ),
    change: useCallback((next, { selection }) => setHistory((now) => beginStep(now, next, selection)), []),
    undo: useCallback(() => setHistory((now) => undo(now) ?? now), []),
    redo: useCallback(() => setHistory((now) => redo(now) ?? now), []),
    discard: () => adopt(stored),
    forgive,
    adopt,
    save: (queries, over) =>
      run(async () => {
        const before = over ?? stored;
        const next = await saveArea(area.area, markup, before.revision);
        // The server may have cleaned the markup.
        replace(markup, next);
        await settle(queries, say('Widgets saved.'), before, next);
      }),
    reset: (queries) =>
      run(async () => {
        const before = stored;
        const next = await resetArea(area.area, before.revision);
        adopt(next);
        await settle(queries, say('Widget area reset.'), before, next);
      }),
  };
}
