import { store as blockEditor } from '@wordpress/block-editor';
import { useRegistry } from '@wordpress/data';
import { useCallback, useEffect, useRef } from 'react';

interface Questions {
  getSelectedBlockClientIds(): readonly string[];
}

/**
 * Keeps keys in the text where what they were in goes, as with a step that is taken back, or the code of the text: they are in the block that is selected then,
 * else in the title, else in the first block. `isAfter`: something else was shown in the place of the canvas before. Returns what is told of the frame's
 * document, and gives what ends that.
 */
export function useKeptFocus(isAfter: boolean): (page: Document) => () => void {
  const registry = useRegistry();
  const last = useRef<Element | null>(null);
  const place = useCallback((page: Document) => {
    const [selected, another] = (registry.select(blockEditor) as unknown as Questions).getSelectedBlockClientIds();
    if (another !== undefined) return;
    const places = [...(selected === undefined ? [] : [`[data-block="${selected}"]`]), '.editor-title', '[data-block]'];
    places.map((one) => page.querySelector<HTMLElement>(one)).find((one) => one !== null)?.focus();
  }, [registry]);
  const hear = useCallback((page: Document) => {
    // The kit has keys in the body where it knows no better, and where several blocks are selected.
    const note = ({ target }: FocusEvent) => { if (target !== page.body) last.current = target as Element; };
    page.addEventListener('focusin', note);
    if (isAfter && document.activeElement === document.body) place(page);
    return () => page.removeEventListener('focusin', note);
  }, [isAfter, place]);
  useEffect(() => {
    // What is drawn anew is there by then.
    const asked = requestAnimationFrame(() => {
      const page = last.current?.ownerDocument;
      if (!page || last.current?.isConnected || page.activeElement !== page.body || page.defaultView?.frameElement !== document.activeElement) return;
      place(page);
    });
    return () => cancelAnimationFrame(asked);
  });
  return hear;
}
