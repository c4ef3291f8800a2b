import type { PageConfig } from '../islands/page-config.ts';

const viewportCheck = 100;
const triggers = ['mouseover', 'click', 'keydown', 'wheel', 'touchmove', 'touchstart'];

/** Resolves `viewportCheck` milliseconds after DOM ready. */
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
 * Fetches the footer once: 100 ms after DOM ready if its place is in view, else on the first user interaction. The
 * reply's `content` is appended and its `classes` are added.
 * @example `<footer data-behaviour="lazy-footer" data-config="…">`, empty except for a `<noscript>`; config `{"postID":
 * 12}`, without `postID` on pages that show no single post
 */
export async function start(root: HTMLElement, config: unknown, page: PageConfig): Promise<void> {
  const { postID } = (config ?? {}) as { postID?: unknown };
  let isRequested = false;
  const load = () => {
    if (isRequested) return;
    isRequested = true;
    for (const type of triggers) document.removeEventListener(type, load, true);
    void import('./footer/fill-footer.ts').then(({ fillFooter }) => fillFooter(root, postID, page));
  };
  for (const type of triggers) document.addEventListener(type, load, { capture: true, passive: true });
  await untilCheck();
  if (inViewport(root)) load();
}
