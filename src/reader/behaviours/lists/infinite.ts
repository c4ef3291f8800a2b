import type { ListState } from './list-calls.ts';

/**
 * Calls `loadMore` whenever the end of the list comes near, until page `ajax_pagination_infinite_stop` is there (0: to the end); from then on its button does.
 * Where it resolves with false, that waits for the reader to come anew, or to press the button.
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
    setTimeout(check, pause); // what came may leave the end in view
  };
  new IntersectionObserver(
    (entries) => {
      near = entries.some(({ isIntersecting }) => isIntersecting);
      void check();
    },
    { rootMargin: '400px' },
  ).observe(more);
}
