import type { ListState } from './list-calls.ts';

/**
 * Calls `loadMore` whenever the end of the list comes near, until page `ajax_pagination_infinite_stop` is there (0: to the end); from then on its button does.
 */
export function goOnByItself(more: Element, state: ListState, loadMore: () => void, pause: number): void {
  const stop = state.ajax_pagination_infinite_stop;
  let near = false;
  const check = () => {
    if (!near || (stop > 0 && state.td_current_page >= stop)) return;
    loadMore();
    setTimeout(check, pause); // what came may leave the end in view
  };
  new IntersectionObserver((entries) => {
    near = entries.some(({ isIntersecting }) => isIntersecting);
    check();
  }, { rootMargin: '400px' }).observe(more);
}
