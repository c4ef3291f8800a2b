import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Gives the focus to `home` where what had it in a part of a page goes, as a line does that the newest list has no more. */
export function useKeptFocus(part: RefObject<HTMLElement | null>, home: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current;
    if (!element) return undefined;
    let had: Node | undefined;
    const note = ({ target }: FocusEvent) => void (had = target instanceof Node ? target : undefined);
    const seen = new MutationObserver(() => {
      if (had?.isConnected !== false || document.activeElement !== document.body) return;
      home.current?.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', note);
    seen.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', note);
      seen.disconnect();
    };
  }, [part, home]);
}
