import { useSyncExternalStore, useCallback } from 'react';
import { darkClass } from '../../reader/islands/page-config.ts';

const root = document.documentElement;

export function useIsDark(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const watched = new MutationObserver(listener);
      watched.observe(root, { attributeFilter: ['class'] });
      return () => watched.disconnect();
    },
    () => root.classList.contains(darkClass),
  );
}

/** Whether the window is at most `maxWidth` pixels wide; the default is WordPress' phone breakpoint. */
export function useIsNarrow(maxWidth = 782): boolean {
  const query = `(max-width: ${maxWidth}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const watched = window.matchMedia(query);
      watched.addEventListener('change', listener);
      return () => watched.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
