import { useEffect } from 'react';
import { staleEvent } from '../calls.ts';

/** Asks for a list, and anew once the server refused something since others changed it meanwhile. */
export function useNewest(load: () => Promise<void>): void {
  useEffect(() => {
    const ask = () => void load();
    ask();
    window.addEventListener(staleEvent, ask);
    return () => window.removeEventListener(staleEvent, ask);
  }, [load]);
}
