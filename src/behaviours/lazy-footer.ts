import { contentEvent } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';

const viewportCheck = 100;
const triggers = ['mouseover', 'click', 'keydown', 'wheel', 'touchmove', 'touchstart'];

/** Milliseconds until `viewportCheck` after DOM ready; waits for DOM ready itself. */
async function untilCheck(): Promise<void> {
  if (document.readyState === 'loading') await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const [navigation] = performance.getEntriesByType('navigation');
  const ready = (navigation as PerformanceNavigationTiming | undefined)?.domContentLoadedEventStart || performance.now();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ready + viewportCheck - performance.now())));
}

function inViewport(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom >= 0;
}

async function fetchFooter(postId: unknown, page: PageConfig): Promise<{ content: string; classes: string }> {
  const fields = { action: 'tdb_get_footer', postID: String(postId ?? ''), td_res_context_registered_atts: page.registeredBlocks ?? '' };
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok) throw new Error(`The footer came with status ${reply.status}.`);
  const { content, classes } = (await reply.json()) as { content?: unknown; classes?: unknown };
  return { content: String(content ?? ''), classes: String(classes ?? '') };
}

async function fill(root: HTMLElement, postId: unknown, page: PageConfig): Promise<void> {
  let footer;
  try {
    footer = await fetchFooter(postId, page);
  } catch {
    // Specification, section 8: a footer that does not load is ignored silently. No second try on this page.
    return;
  }
  root.insertAdjacentHTML('beforeend', footer.content);
  root.classList.add(...footer.classes.split(/\s+/).filter(Boolean));
  document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root } }));
}

/**
 * Fetches the footer once: if its place is in view 100 ms after DOM ready, else at the first sign of a reader.
 *
 * Markup: `<footer data-behaviour="lazy-footer" data-config='{"postID": 12}'>`, empty but for a `<noscript>`; no `postID` where the
 * page shows no single post. The reply's `content` is appended, its `classes` are added.
 */
export async function start(root: HTMLElement, config: unknown, page: PageConfig): Promise<void> {
  const { postID } = (config ?? {}) as { postID?: unknown };
  let asked = false;
  const load = () => {
    if (asked) return;
    asked = true;
    for (const type of triggers) document.removeEventListener(type, load, true);
    void fill(root, postID, page);
  };
  for (const type of triggers) document.addEventListener(type, load, { capture: true, passive: true });
  await untilCheck();
  if (inViewport(root)) load();
}
