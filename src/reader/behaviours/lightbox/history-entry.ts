import { followedEvent } from '../../islands/page-config.ts';

/** The entry of the browser's history that stands for what lies over the page. */
export interface HistoryEntry {
  /** Takes it away, unless the reader went back already. */
  readonly remove: () => void;
}

/** Milliseconds within which a browser has gone back, or does not any more. */
const patience = 3000;
let leaving: Promise<unknown> = Promise.resolve();

/**
 * Resolves once the entry that was taken away last is gone: browsers go back in their own time, and an entry that came meanwhile would be the one that they
 * leave.
 */
export const entryGone = (): Promise<unknown> => leaving;

/**
 * Adds an entry with the address and the state that the page has, so that other readers of the state find theirs; `onBack`: the reader left it. Where the page
 * behind comes to another article meanwhile, the address becomes that one's, until the browser has gone back: it is the entry's below, too.
 */
export function addHistoryEntry(onBack: () => void): HistoryEntry {
  const present = () => ({
    address: location.href,
    state: history.state as unknown,
    scrolling: history.scrollRestoration,
  });
  const below = present();
  let latest = below;
  let isThere = true;
  const note = () => void (latest = present());
  document.addEventListener(followedEvent, note);
  history.scrollRestoration = 'manual'; // going back must not undo how far the page went along
  history.pushState(below.state, '');
  history.scrollRestoration = below.scrolling;
  addEventListener(
    'popstate',
    () => {
      isThere = false;
      document.removeEventListener(followedEvent, note);
      // Elsewhere after a link within the page: that entry is as it should be.
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
      if (!isThere) return;
      note();
      leaving = new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
        setTimeout(resolve, patience);
      });
      history.back();
    },
  };
}
