import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Moves focus to `home` when the focused element within a part is removed. */
export function useFocusFallback(
  part: RefObject<HTMLElement | null>,
  home: RefObject<HTMLElement | null>,
): void {
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
