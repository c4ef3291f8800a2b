import { followedEvent } from '../../islands/page-config.ts';

export interface HistoryEntry {
  /** Removes the entry, unless the reader already went back. */
  readonly remove: () => void;
}

const patience = 3000;
let leaving: Promise<unknown> = Promise.resolve();

/** Resolves once the last removed entry is gone. Browsers go back asynchronously and would otherwise leave an entry added in the meantime. */
export const entryRemoved = (): Promise<unknown> => leaving;

/**
 * Adds an entry with the page's current address and state. `onBack`: the reader left it. If the page underneath moves
 * to another article, both entries get its address.
 */
export function addHistoryEntry(onBack: () => void): HistoryEntry {
  const present = () => ({
    address: location.href,
    state: history.state as unknown,
    scrolling: history.scrollRestoration,
  });
  const below = present();
  let latest = below;
  let isPresent = true;
  const note = () => void (latest = present());
  document.addEventListener(followedEvent, note);
  history.scrollRestoration = 'manual'; // going back must not undo the page's scrolling
  history.pushState(below.state, '');
  history.scrollRestoration = below.scrolling;
  addEventListener(
    'popstate',
    () => {
      isPresent = false;
      document.removeEventListener(followedEvent, note);
      // After a link within the page the location differs, and that entry is correct as it is.
      if (location.href === below.address) {
        if (latest.address !== below.address) history.replaceState(latest.state, '', latest.address);
        history.scrollRestoration = latest.scrolling;
      }
      onBack();
    },
    { once: true },
  );
  return {
    remove: () => {
      if (!isPresent) return;
      note();
      leaving = new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
        setTimeout(resolve, patience);
      });
      history.back();
    },
  };
}
