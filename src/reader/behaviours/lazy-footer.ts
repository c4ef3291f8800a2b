import type { PageConfig } from '../islands/page-config.ts';

const viewportCheck = 100;
const triggers = ['mouseover', 'click', 'keydown', 'wheel', 'touchmove', 'touchstart'];

/** Milliseconds until `viewportCheck` after DOM ready; waits for DOM ready itself. */
async function untilCheck(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const [navigation] = performance.getEntriesByType('navigation');
  const ready =
    (navigation as PerformanceNavigationTiming | undefined)?.domContentLoadedEventStart || performance.now();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ready + viewportCheck - performance.now())));
}

function inViewport(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom >= 0;
}

/**
 * Fetches the footer once: if its place is in view 100 ms after DOM ready, else at the first sign of a reader.
 *
 * Markup: `<footer data-behaviour="lazy-footer" data-config="…">` with `{"postID": 12}` under that id, empty but for a `<noscript>`; no `postID` where the
 * page shows no single post. The reply's `content` is appended, its `classes` are added.
 */
export async function start(root: HTMLElement, config: unknown, page: PageConfig): Promise<void> {
  const { postID } = (config ?? {}) as { postID?: unknown };
  let asked = false;
  const load = () => {
    if (asked) return;
    asked = true;
    for (const type of triggers) document.removeEventListener(type, load, true);
    void import('./footer/fill-footer.ts').then(({ fillFooter }) => fillFooter(root, postID, page));
  };
  for (const type of triggers) document.addEventListener(type, load, { capture: true, passive: true });
  await untilCheck();
  if (inViewport(root)) load();
}
