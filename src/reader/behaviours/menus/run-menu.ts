import type { PageConfig } from '../../islands/page-config.ts';
import { addStyles } from '../video/add-styles.ts';
import { watchMouse } from './hover-intent.ts';
import { runMegaMenus } from './mega-menus.ts';
import { fitItems } from './more-items.ts';
import { watchKeys } from './menu-keys.ts';
import liveCss from './live-menu.css?inline';
import { allOpen, createOpenItems } from './open-items.ts';

/** Milliseconds after the page began: by then fonts and pictures have moved what they move. */
const settled = 1500;

/** Takes a menu over from CSS. `early`: an item that was tapped before. */
export function runMenu(
  nav: HTMLElement,
  page: PageConfig,
  isTouch: () => boolean,
  early: HTMLElement | undefined,
): void {
  const items = createOpenItems(nav);
  const hovered =
    early ?? (isTouch() ? undefined : [...nav.querySelectorAll<HTMLElement>('.menu-item:hover')].at(-1));
  addStyles('live-menu', liveCss);
  fitItems(nav, items);
  nav.dataset.live = '';
  if (hovered) items.open(hovered);
  watchMouse(nav, items);
  watchKeys(nav, items);
  runMegaMenus(nav, page, isTouch);
  setTimeout(items.place, Math.max(0, settled - performance.now()));

  nav.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('.menu-toggle,.menu-item-has-children>a');
    const item = control?.parentElement;
    if (!control || !item || control.matches(allOpen)) return;
    const open = item.matches('.is-open');
    if (control.matches('a')) {
      if (!isTouch() || open) return;
      event.preventDefault();
    }
    // A mouse has opened it by being there; only taps and keys close by the same button.
    if (open && (isTouch() || event.detail === 0)) items.close(item);
    else items.open(item);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !nav.contains(target)) items.close();
  });
  nav.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node)) return;
    for (const item of items.list()) if (!item.contains(relatedTarget)) items.close(item);
  });
}
