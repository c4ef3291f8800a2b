import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 782px)');

/** Whether the window is a phone's, where WordPress draws the line. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
