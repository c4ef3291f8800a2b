import { store as blockEditor } from '@wordpress/block-editor';
import { isUnmodifiedDefaultBlock } from '@wordpress/blocks';
import { useRegistry } from '@wordpress/data';
import { useCallback } from 'react';
import type { Block } from './block-kit.ts';
import { onFrames } from './on-frames.ts';

interface Questions {
  getBlockOrder(): readonly string[];
  getBlock(clientId: string): Block | null;
}
interface Actions {
  insertDefaultBlock(): void;
  selectBlock(clientId: string, position: -1): void;
}

/** Frames in which a new block is rendered. */
const renderingFrames = 30;

/** A click below the last block adds a paragraph there, or selects the last block if it is an empty paragraph. */
export function useCanvasAppender(): (page: Document) => () => void {
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
        // Else the package clears the selection, and the focus goes to the body.
        event.preventDefault();
        event.stopPropagation();
        const { getBlockOrder, getBlock } = registry.select(blockEditor) as unknown as Questions;
        const { insertDefaultBlock, selectBlock } = registry.dispatch(blockEditor) as unknown as Actions;
        const block = getBlock(getBlockOrder().at(-1) ?? '');
        if (block && isUnmodifiedDefaultBlock(block)) selectBlock(block.clientId, -1);
        else insertDefaultBlock();
        isAdded = true;
      };
      // The end of the click may leave the focus on the body.
      const end = () => {
        if (!isAdded) return;
        isAdded = false;
        onFrames(renderingFrames, () => {
          const { getBlockOrder } = registry.select(blockEditor) as unknown as Questions;
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
