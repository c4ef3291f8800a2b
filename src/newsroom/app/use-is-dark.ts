import { useSyncExternalStore } from 'react';
import { darkClass } from '../../reader/islands/page-config.ts';

const root = document.documentElement;

/** Whether the newsroom is dark at the moment. */
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
