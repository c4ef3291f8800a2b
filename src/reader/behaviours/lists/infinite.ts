import type { ListState } from './list-calls.ts';

/**
 * Calls `loadMore` whenever the end of the list comes near, up to page `ajax_pagination_infinite_stop` (0: no limit);
 * after that, its button does. After a failure (false), waits until the end comes into view again.
 */
export function goOnByItself(
  more: Element,
  state: ListState,
  loadMore: () => Promise<boolean> | undefined,
  pause: number,
): void {
  const stop = state.ajax_pagination_infinite_stop;
  let near = false;
  const check = async () => {
    if (!near || (stop > 0 && state.td_current_page >= stop) || (await loadMore()) === false) return;
    setTimeout(check, pause);
  };
  new IntersectionObserver(
    (entries) => {
      near = entries.some(({ isIntersecting }) => isIntersecting);
      void check();
    },
    { rootMargin: '400px' },
  ).observe(more);
}
