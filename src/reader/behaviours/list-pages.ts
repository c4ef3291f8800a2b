import { fetchedNodes } from '../islands/fetched.ts';
import { announce } from '../islands/page-config.ts';
import type { PageConfig } from '../islands/page-config.ts';
import { isAppending, listCalls, turningLinks } from './lists/list-calls.ts';
import type { ListState } from './lists/list-calls.ts';

/** Pages fetched ahead with `preload_all`. */
const pagesAhead = 3;
const signs = ['pointerover', 'focusin', 'click'];

/**
 * Turns the pages of a list in place and prefetches. Its main code loads when the reader comes near; `data-state` holds
 * the state and is updated. Markup: blocks/post-list/list-frame.tsx, links without scripts.
 */
export function start(root: HTMLElement, _config: unknown, page: PageConfig): void {
  const state = JSON.parse(root.dataset.state ?? '') as ListState;
  const calls = listCalls(root.id, page);
  let pressed: HTMLElement | undefined;
  let woken = false;
  let turnedBack = false;

  const wake = async () => {
    if (woken) return;
    woken = true;
    try {
      const { runList } = await import('./lists/run-list.ts');
      const followHistory = runList(root, state, calls, () => void fill(), page);
      if (turnedBack) followHistory();
    } finally {
      root.removeEventListener('click', hold);
      removeEventListener('popstate', turnBack);
      pressed?.click();
    }
  };
  // After coming Back to this page, the reader may go further back without ever coming near the list.
  const turnBack = () => {
    turnedBack = true;
    void wake();
  };
  const hold = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLElement>(turningLinks);
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pressed = link;
  };
  root.addEventListener('click', hold);
  if (!isAppending(state)) addEventListener('popstate', turnBack);
  for (const sign of signs) root.addEventListener(sign, wake, { capture: true, once: true });
  // Load on the first touch, so that the swipe finds its listener.
  document.addEventListener('touchstart', wake, { capture: true, passive: true, once: true });
  root.dataset.live = '';

  let ahead = 0;
  let draws = Number(root.dataset.draws ?? 0);
  let filling = false;
  let again = false;
  async function fill(): Promise<void> {
    again = filling;
    if (filling) return;
    filling = true;
    try {
      // The page is cached for all readers; a random list fetches each reader's own order once they are near, unless
      // they already turned it.
      if (draws) {
        const atts = { ...state.atts, random_seed: Math.ceil(Math.random() * draws) };
        draws = 0;
        const answer = await calls.get({ ...state, atts });
        const items = root.querySelector('.post-list-items');
        if (
          items &&
          answer.td_data &&
          !state.td_user_action &&
          redraw(root, items, fetchedNodes(answer.td_data))
        ) {
          root.dataset.state = JSON.stringify(Object.assign(state, { atts }));
          announce(items, answer.broadsheet);
        }
      }
      for (let n = 1; n <= ahead && state.td_current_page + n <= state.max_num_pages; n++) {
        await calls.get({ ...state, td_current_page: state.td_current_page + n, td_user_action: 'preload' });
      }
    } catch (error) {
      // Prefetching failed because the reader left or is offline; that is not worth a warning.
      if (!(error instanceof TypeError)) console.warn('td_ajax_block: error', root.id, error);
    }
    filling = false;
    // The reader turned a page during the fetch.
    if (again) void fill();
  }
  const { td_ajax_preloading: preloading, ajax_pagination: mode } = state.atts;
  const endless = String(mode).startsWith('infinite');
  if (!preloading && !endless && !draws) return;
  new IntersectionObserver(
    (entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      if (preloading) ahead = preloading === 'preload_all' ? pagesAhead : 1;
      void fill();
      if (endless) void wake();
    },
    { rootMargin: '400px' },
  ).observe(root);
}

/**
 * Replaces the items of a list, unless the reader has reached it and the new ones would move the content below. Returns
 * whether they were replaced.
 */
function redraw(root: HTMLElement, items: Element, nodes: DocumentFragment): boolean {
  const place = () =>
    `${document.documentElement.scrollHeight} ${root.nextElementSibling?.getBoundingClientRect().top}`;
  const isReached = root.getBoundingClientRect().top < innerHeight;
  const before = place();
  const old = [...items.childNodes];
  items.replaceChildren(nodes);
  if (!isReached || place() === before) return true;
  items.replaceChildren(...old);
  return false;
}
