/** The entry of the browser's history that stands for what lies over the page. */
export interface HistoryEntry {
  /** To be called when the page behind has been led to an element: should the address become that of another article, it is the entry's below, too. */
  readonly follow: (element: Element) => void;
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

/** Adds an entry with the address and the state that the page has, so that other readers of the state find theirs; `onBack`: the reader left it. */
export function addHistoryEntry(onBack: () => void): HistoryEntry {
  const present = () => ({ address: location.href, state: history.state as unknown, scrolling: history.scrollRestoration });
  const below = present();
  let latest = below;
  let isThere = true;
  const note = () => {
    if (isThere) latest = present();
  };
  history.scrollRestoration = 'manual'; // going back must not undo how far the page went along
  history.pushState(below.state, '');
  history.scrollRestoration = below.scrolling;
  addEventListener('popstate', () => {
    isThere = false;
    // Elsewhere after a link within the page: that entry is as it should be.
    if (location.href === below.address) {
      if (latest.address !== below.address) history.replaceState(latest.state, '', latest.address);
      history.scrollRestoration = latest.scrolling;
    }
    onBack();
  }, { once: true });
  return {
    // Addresses follow a reader by observers like this one: in a task of their own behind all of them it is the new one.
    follow: (element) => new IntersectionObserver((_, observer) => {
      observer.disconnect();
      setTimeout(note);
    }).observe(element),
    remove: () => {
      note();
      if (!isThere) return;
      leaving = new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
        setTimeout(resolve, patience);
      });
      history.back();
    },
  };
}
