import type { PageConfig } from '../islands/page-config.ts';

/** Events of an active reader. Not `scroll`, which pages also fire by themselves. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'touchmove', 'wheel', 'keydown', 'focusin'];

/**
 * Runs a header menu once the reader interacts with the page on a screen that shows it. CSS opens submenus until
 * `data-live` is set.
 * @example `<nav data-behaviour="nav-menu">` around `.menu` of `.menu-item`, with a `.menu-toggle` button and a
 * `.sub-menu` or `.mega-menu` where it opens
 */
export function start(nav: HTMLElement, _config: unknown, page: PageConfig): void {
  let touching = false;
  let early: HTMLElement | undefined;
  let woken = false;

  const wake = async () => {
    if (woken || nav.getClientRects().length === 0) return;
    woken = true;
    for (const sign of signs) document.removeEventListener(sign, wake, true);
    const { runMenu } = await import('./menus/run-menu.ts');
    nav.removeEventListener('click', hold);
    runMenu(nav, page, () => touching, early);
  };
  // Clicks before the code has loaded are replayed; a first tap opens the item instead of following its link.
  const hold = (event: Event) => {
    const control = (event.target as Element).closest('.menu-toggle,.menu-item-has-children>a');
    const item = control?.parentElement;
    if (!item) return;
    // A button is hidden with a submenu whose items are for other readers.
    const follows = !touching || item === early || control.nextElementSibling?.getClientRects().length === 0;
    if (control.matches('a') && follows) return;
    event.preventDefault();
    early = item;
  };
  nav.addEventListener('click', hold);
  nav.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      touching = pointerType === 'touch';
    },
    true,
  );
  nav.addEventListener(
    'keydown',
    () => {
      touching = false;
    },
    true,
  );
  for (const sign of signs) document.addEventListener(sign, wake, { capture: true, passive: true });
  // A mouse that already rests on the menu sends no further event.
  if (nav.matches(':hover,:focus-within')) void wake();
}
