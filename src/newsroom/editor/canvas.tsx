import { BlockCanvas, store as blockEditor } from '@wordpress/block-editor';
import { createBlock, pasteHandler, isUnmodifiedDefaultBlock } from '@wordpress/blocks';
import { useRegistry } from '@wordpress/data';
import { useCallback, useState, useEffect, useRef } from 'react';
import { boot } from '../app/boot.ts';
import { darkClass } from '../../reader/islands/page-config.ts';
import type { Block } from './block-kit.ts';
import { BlocksInTurn } from './blocks-in-turn.tsx';
import { cleanPaste, cleanPastesOf, reportPictures } from './clean-paste.ts';
import { TitleField, titleHtml } from './title-field.tsx';
import { onFrames } from './on-frames.ts';

interface CanvasProps {
  readonly title: string;
  readonly isDark: boolean;
  readonly hasTitle: boolean;
  /** The canvas replaces another view and takes over its focus. */
  readonly isAfter: boolean;
  /** Only the initial value is used. */
  readonly blocks: readonly Block[];
  readonly onTitle: (title: string) => void;
  /** Changes the title along with the blocks changed by `act`, as one undo step. */
  readonly onWhole: (title: string, act: () => void) => void;
  /** Returns an object that is another one after each undoable change. */
  readonly steps: () => object;
  readonly onUndo: () => void;
}

interface BlockActions {
  insertBlock(block: unknown, index: number): void;
  insertBlocks(blocks: readonly Block[], index: number): void;
  selectBlock(clientId: string, position: 0): void;
}
interface BlockQuestions {
  getBlockOrder(): string[];
  getBlockName(clientId: string): string | null;
}

function partsOf({ html, plain }: { readonly html: string; readonly plain: string }): readonly Block[] {
  const made = pasteHandler({ HTML: html, plainText: plain, mode: 'AUTO' }) as readonly Block[] | string;
  return typeof made === 'string' ? [] : made;
}

function lineOf(block: Block | undefined): string {
  if (block?.name !== 'core/heading' && block?.name !== 'core/paragraph') return '';
  const { body } = new DOMParser().parseFromString(
    String(block.attributes['content'] ?? '').replaceAll('<br>', ' '),
    'text/html',
  );
  return body.textContent.replace(/\s+/g, ' ').trim();
}

export function Canvas({
  title,
  isDark,
  hasTitle,
  isAfter,
  blocks,
  onTitle,
  onWhole,
  steps,
  onUndo,
}: CanvasProps) {
  const registry = useRegistry();
  const [outermost] = useState(() => blocks.map(({ clientId }) => clientId));
  const marked = useCallback(
    (place: HTMLElement | null) => {
      const root = place?.ownerDocument.documentElement;
      if (!root) return;
      root.lang = boot.site.language;
      root.dir = boot.site.direction;
      root.classList.toggle(darkClass, isDark);
      // Until this is set, the frame has the package's light colours, so CSS hides it.
      root.ownerDocument.defaultView?.frameElement?.setAttribute('data-drawn', '');
    },
    [isDark],
  );
  const keepFocus = useFocusFallback(isAfter);
  const append = useCanvasAppender();
  const undoAutomatic = useAutomaticUndo(steps, onUndo);
  const attach = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return undefined;
      const ends = [cleanPastesOf, keepFocus, append, undoAutomatic].map((listen) =>
        listen(place.ownerDocument),
      );
      return () => {
        for (const end of ends) end();
      };
    },
    [keepFocus, append, undoAutomatic],
  );
  const [isBlank] = useState(blocks.length === 0 && title === '');
  const goOn = (page: Document) => {
    const { insertBlock, selectBlock } = registry.dispatch(blockEditor) as unknown as BlockActions;
    const { getBlockOrder, getBlockName } = registry.select(blockEditor) as unknown as BlockQuestions;
    const [first] = getBlockOrder();
    if (first !== undefined && getBlockName(first) === 'core/paragraph') {
      selectBlock(first, 0);
      // The package moves no focus to a block that is already selected.
      const block = page.querySelector<HTMLElement>(`[data-block="${first}"]`);
      block?.focus();
      if (block) page.getSelection()?.collapse(block, 0);
    } else insertBlock(createBlock('core/paragraph'), 0);
  };
  const paste = (pasted: { readonly html: string; readonly plain: string }) => {
    const cleaned = cleanPaste(pasted);
    const parts = partsOf(cleaned);
    if (parts.length < 2) return false;
    reportPictures(cleaned);
    // When a whole text is pasted without a title, its first line becomes the title.
    const head = title.trim() === '' ? lineOf(parts[0]) : '';
    const { insertBlocks } = registry.dispatch(blockEditor) as unknown as BlockActions;
    if (head === '') insertBlocks(parts, 0);
    else onWhole(titleHtml(head), () => insertBlocks(parts.slice(1), 0));
    return true;
  };
  return (
    <BlockCanvas height="100%">
      <div ref={marked}>
        <div className="editor-title-place" ref={attach}>
          {hasTitle && (
            <TitleField
              value={title}
              focusesFirst={isBlank}
              onChange={onTitle}
              onLeave={goOn}
              onPaste={paste}
            />
          )}
        </div>
      </div>
      <BlocksInTurn clientIds={outermost} />
    </BlockCanvas>
  );
}

interface UndoQuestions {
  didAutomaticChange(): boolean;
}

const modifiers = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

/**
 * Makes Backspace or Escape undo an automatic change (`* ` to a list) that has just happened. The package's
 * `__experimentalUndo` depends on idle timing: it is lost when the cursor is set late, or undoes twice.
 */
function useAutomaticUndo(steps: () => object, undo: () => void): (page: Document) => () => void {
  const registry = useRegistry();
  return useCallback(
    (page: Document) => {
      const { didAutomaticChange } = registry.select(blockEditor) as unknown as UndoQuestions;
      let changed: object | undefined;
      let was = didAutomaticChange();
      const stop = registry.subscribe(() => {
        const is = didAutomaticChange();
        if (is && !was) changed = steps();
        was = is;
      }, blockEditor);
      const press = (event: KeyboardEvent) => {
        if (modifiers.has(event.key)) return;
        const isUndo =
          (event.key === 'Backspace' || event.key === 'Escape') && !event.isComposing && changed === steps();
        changed = undefined;
        if (!isUndo) return;
        event.preventDefault();
        event.stopPropagation();
        undo();
      };
      const click = () => {
        changed = undefined;
      };
      page.addEventListener('keydown', press, true);
      page.addEventListener('mousedown', click, true);
      return () => {
        stop();
        page.removeEventListener('keydown', press, true);
        page.removeEventListener('mousedown', click, true);
      };
    },
    [registry, steps, undo],
  );
}

interface AppenderQuestions {
  getBlockOrder(): readonly string[];
  getBlock(clientId: string): Block | null;
}
interface Actions {
  insertDefaultBlock(): void;
  selectBlock(clientId: string, position: -1): void;
}

/** Frames to wait for a new block to render. */
const renderingFrames = 30;

/** A click below the last block adds a paragraph, or selects the last block if it is an empty paragraph. */
function useCanvasAppender(): (page: Document) => () => void {
  const registry = useRegistry();
  return useCallback(
    (page: Document) => {
      let isAdded = false;
      const press = (event: MouseEvent) => {
        const root = page.querySelector<HTMLElement>('.is-root-container');
        const target = event.target as Element;
        if (!root || event.button !== 0 || event.defaultPrevented || !target.contains(root)) return;
        const last = [...root.children].findLast((child) => child.hasAttribute('data-block'));
        if (event.clientY < (last ?? root).getBoundingClientRect().bottom) return;
        // Otherwise the package clears the selection and focus moves to the body.
        event.preventDefault();
        event.stopPropagation();
        const { getBlockOrder, getBlock } = registry.select(blockEditor) as unknown as AppenderQuestions;
        const { insertDefaultBlock, selectBlock } = registry.dispatch(blockEditor) as unknown as Actions;
        const block = getBlock(getBlockOrder().at(-1) ?? '');
        if (block && isUnmodifiedDefaultBlock(block)) selectBlock(block.clientId, -1);
        else insertDefaultBlock();
        isAdded = true;
      };
      const end = () => {
        if (!isAdded) return;
        isAdded = false;
        onFrames(renderingFrames, () => {
          const { getBlockOrder } = registry.select(blockEditor) as unknown as AppenderQuestions;
          const added = page.querySelector<HTMLElement>(`[data-block="${getBlockOrder().at(-1)}"]`);
          if (added && !added.contains(page.activeElement)) added.focus();
          return added?.contains(page.activeElement) ?? false;
        });
      };
      page.addEventListener('mousedown', press, true);
      page.addEventListener('click', end);
      return () => {
        page.removeEventListener('mousedown', press, true);
        page.removeEventListener('click', end);
      };
    },
    [registry],
  );
}

interface FocusQuestions {
  getSelectedBlockClientIds(): readonly string[];
}

/** Frames to wait for blocks after the canvas is ready; then focus whatever exists. */
const maxFrames = 60;

/**
 * Restores focus when the focused element is removed (by undo or code view): to the selected block, else the title,
 * else the first block. Returns a function to attach to the frame's document, which returns its cleanup.
 */
function useFocusFallback(isAfter: boolean): (page: Document) => () => void {
  const registry = useRegistry();
  const last = useRef<Element | null>(null);
  /**
   * Returns whether focus was placed; with several blocks selected, the package keeps it in the body. `isLast`: place
   * it even if the selected block is not rendered.
   */
  const place = useCallback(
    (page: Document, isLast: boolean): boolean => {
      const [selected, another] = (
        registry.select(blockEditor) as unknown as FocusQuestions
      ).getSelectedBlockClientIds();
      if (another !== undefined) return true;
      const own =
        selected === undefined ? null : page.querySelector<HTMLElement>(`[data-block="${selected}"]`);
      if (!own && selected !== undefined && !isLast) return false;
      (
        own ??
        page.querySelector<HTMLElement>('.editor-title') ??
        page.querySelector<HTMLElement>('[data-block]')
      )?.focus();
      return true;
    },
    [registry],
  );
  const watchPage = useCallback(
    (page: Document) => {
      const note = ({ target }: FocusEvent) => {
        if (target !== page.body) last.current = target as Element;
      };
      page.addEventListener('focusin', note);
      const isPlaced = (left: number) => document.activeElement !== document.body || place(page, left === 0);
      const stop = isAfter ? onFrames(maxFrames, isPlaced) : undefined;
      return () => {
        stop?.();
        page.removeEventListener('focusin', note);
      };
    },
    [isAfter, place],
  );
  useEffect(() => {
    // Re-rendered elements exist by the next frame.
    const frame = requestAnimationFrame(() => {
      const page = last.current?.ownerDocument;
      if (
        !page ||
        last.current?.isConnected ||
        page.activeElement !== page.body ||
        page.defaultView?.frameElement !== document.activeElement
      )
        return;
      place(page, true);
    });
    return () => cancelAnimationFrame(frame);
  });
  return watchPage;
}
