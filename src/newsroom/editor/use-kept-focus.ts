import { store as blockEditor } from '@wordpress/block-editor';
import { useRegistry } from '@wordpress/data';
import { useCallback, useEffect, useRef } from 'react';
import { onFrames } from './on-frames.ts';

interface Questions {
  getSelectedBlockClientIds(): readonly string[];
}

/** Frames that blocks are waited for, once their canvas is there: after that keys are where there is something. */
const mostFrames = 60;

/**
 * Keeps keys in the text where what they were in goes, as with a step that is taken back, or the code of the text: they are in the block that is selected then,
 * else in the title, else in the first one. `isAfter`: something else was shown in the place of the canvas before. Returns what is told of the frame's
 * document, and gives what ends that.
 */
export function useKeptFocus(isAfter: boolean): (page: Document) => () => void {
  const registry = useRegistry();
  const last = useRef<Element | null>(null);
  /** Whether keys went somewhere; with several blocks selected the kit has them in the body. `isLast`: also where the block that is selected is not drawn. */
  const place = useCallback(
    (page: Document, isLast: boolean): boolean => {
      const [selected, another] = (
        registry.select(blockEditor) as unknown as Questions
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
  const hear = useCallback(
    (page: Document) => {
      const note = ({ target }: FocusEvent) => {
        if (target !== page.body) last.current = target as Element;
      };
      page.addEventListener('focusin', note);
      const isPlaced = (left: number) => document.activeElement !== document.body || place(page, left === 0);
      const stop = isAfter ? onFrames(mostFrames, isPlaced) : undefined;
      return () => {
        stop?.();
        page.removeEventListener('focusin', note);
      };
    },
    [isAfter, place],
  );
  useEffect(() => {
    // What is drawn anew is there by then.
    const asked = requestAnimationFrame(() => {
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
    return () => cancelAnimationFrame(asked);
  });
  return hear;
}
