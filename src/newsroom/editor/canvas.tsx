import { BlockCanvas, store as blockEditor } from '@wordpress/block-editor';
import { createBlock, pasteHandler } from '@wordpress/blocks';
import { useRegistry } from '@wordpress/data';
import { useCallback, useState } from 'react';
import { boot } from '../app/boot.ts';
import { darkClass } from '../../reader/islands/page-config.ts';
import { useAutomaticUndo } from './automatic-undo.ts';
import type { Block } from './block-kit.ts';
import { BlocksInTurn } from './blocks-in-turn.tsx';
import { useCanvasAppender } from './canvas-appender.ts';
import { cleanPaste, cleanPastesOf, tellOfPictures } from './clean-paste.ts';
import { TitleField, titleHtml } from './title-field.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface CanvasProps {
  readonly title: string;
  readonly isDark: boolean;
  readonly hasTitle: boolean;
  /** Something else was shown in its place before: keys go on in it. */
  readonly isAfter: boolean;
  /** Those that it begins with are looked at, once. */
  readonly blocks: readonly Block[];
  readonly onTitle: (title: string) => void;
  /** A title, and what `act` does to the blocks: both come, and go, together. */
  readonly onWhole: (title: string, act: () => void) => void;
  /** What can be undone: another object after each step. */
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

/** The blocks that something pasted is; none of words within one line. */
function partsOf({ html, plain }: { readonly html: string; readonly plain: string }): readonly Block[] {
  const made = pasteHandler({ HTML: html, plainText: plain, mode: 'AUTO' }) as readonly Block[] | string;
  return typeof made === 'string' ? [] : made;
}

/** What a heading or a paragraph says, as a title; empty of other blocks. */
function lineOf(block: Block | undefined): string {
  if (block?.name !== 'core/heading' && block?.name !== 'core/paragraph') return '';
  const { body } = new DOMParser().parseFromString(
    String(block.attributes['content'] ?? '').replaceAll('<br>', ' '),
    'text/html',
  );
  return body.textContent.replace(/\s+/g, ' ').trim();
}

/** The text as it will look, in a frame with the site's styles; its title stands above. */
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
      // Until then the frame has colours of the package, as bright in the dark: its style hides it.
      root.ownerDocument.defaultView?.frameElement?.setAttribute('data-drawn', '');
    },
    [isDark],
  );
  const keepFocus = useKeptFocus(isAfter);
  const append = useCanvasAppender();
  const undoAutomatic = useAutomaticUndo(steps, onUndo);
  const heard = useCallback(
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
      // The package moves neither focus nor cursor to a block that is selected already.
      const block = page.querySelector<HTMLElement>(`[data-block="${first}"]`);
      block?.focus();
      if (block) page.getSelection()?.collapse(block, 0);
    } else insertBlock(createBlock('core/paragraph'), 0);
  };
  const paste = (pasted: { readonly html: string; readonly plain: string }) => {
    const cleaned = cleanPaste(pasted);
    const parts = partsOf(cleaned);
    if (parts.length < 2) return false;
    tellOfPictures(cleaned);
    // A whole text: its first line is the title where there is none, and the rest stands below.
    const head = title.trim() === '' ? lineOf(parts[0]) : '';
    const { insertBlocks } = registry.dispatch(blockEditor) as unknown as BlockActions;
    if (head === '') insertBlocks(parts, 0);
    else onWhole(titleHtml(head), () => insertBlocks(parts.slice(1), 0));
    return true;
  };
  return (
    <BlockCanvas height="100%">
      <div ref={marked}>
        <div className="editor-title-place" ref={heard}>
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
