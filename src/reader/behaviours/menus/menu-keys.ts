import { panelOf } from './open-items.ts';
import type { OpenItems } from './open-items.ts';

const isShown = (element: Element) => element.getClientRects().length > 0;
const controls = (root: Element) =>
  [...root.querySelectorAll<HTMLElement>('a[href],button:enabled')].filter(isShown);

/** The link of an item, or the button where it has none. */
const controlOf = (item: Element) => item.querySelector<HTMLElement>(':scope>a[href],:scope>button');

/**
 * Keys in a menu. At the top, left and right go along, down goes into what an item opens. Inside, up and down go along (up from the first: back to the item),
 * the arrows to the side open and close a further level. Escape closes the innermost panel and gives the focus back to its item: to the link or the button
 * beside it, whichever had it last.
 */
export function watchKeys(nav: HTMLElement, items: OpenItems): void {
  const last = new WeakMap<Element, HTMLElement>();
  nav.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.parentElement?.matches('.menu-item'))
      last.set(target.parentElement, target);
  });
  const giveBack = (item: Element) => (last.get(item) ?? controlOf(item))?.focus();
  const enter = (item: HTMLElement) => {
    const panel = panelOf(item);
    if (!panel) return false;
    items.open(item);
    controls(panel)[0]?.focus();
    return true;
  };
  const leave = (item: HTMLElement | null | undefined) => {
    if (!item) return false;
    items.close(item);
    giveBack(item);
    return true;
  };
  /** True when the key did something. */
  const act = (key: string, target: Element): boolean => {
    const item = target.closest<HTMLElement>('.menu-item');
    if (!item || target.matches('input,select,textarea,audio,video')) return false;
    const panel =
      target.closest<HTMLElement>('.is-high>.sub-menu') ??
      target.closest<HTMLElement>('.sub-menu,.mega-menu');
    const rightToLeft = getComputedStyle(nav).direction === 'rtl';
    const forth = key === (rightToLeft ? 'ArrowLeft' : 'ArrowRight');
    const back = key === (rightToLeft ? 'ArrowRight' : 'ArrowLeft');
    if (!panel) {
      const row = [...nav.querySelectorAll('.menu>.menu-item')]
        .flatMap((top) => controlOf(top) ?? [])
        .filter(isShown);
      const here = row.findIndex((control) => item.contains(control));
      const next = forth ? here + 1 : back ? here - 1 : key === 'Home' ? 0 : key === 'End' ? -1 : undefined;
      if (next !== undefined) row.at(next % row.length)?.focus();
      return next !== undefined || (key === 'ArrowDown' && enter(item));
    }
    const owner = panel.closest<HTMLElement>('.menu-item');
    if (forth && panelOf(item) && item !== owner) return enter(item);
    if (back && owner?.parentElement?.matches('.sub-menu')) return leave(owner);
    const list = controls(panel);
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const place = list.indexOf(target as HTMLElement) + step;
    if (step !== 0) return place < 0 ? leave(owner) : (list[place % list.length]?.focus(), true);
    const end = key === 'Home' ? 0 : key === 'End' ? -1 : undefined;
    if (end !== undefined) list.at(end)?.focus();
    return end !== undefined;
  };

  nav.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    if (act(event.key, event.target)) event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    const innermost = event.key === 'Escape' && items.list().at(-1);
    if (!innermost) return;
    event.preventDefault();
    if (innermost.contains(document.activeElement)) giveBack(innermost);
    items.close(innermost);
  });
}
