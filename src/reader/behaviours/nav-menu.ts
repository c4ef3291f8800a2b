import type { PageConfig } from '../islands/page-config.ts';

/** Signs that somebody is there: mouse, touch, scrolling or key. Not `scroll`: pages scroll by themselves, too. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'touchmove', 'wheel', 'keydown', 'focusin'];

/**
 * Makes a header's menu act: waits for the first sign of a reader on a screen that shows it, then fetches what it acts by.
 *
 * Markup: `<nav data-behaviour="nav-menu">` around `.menu` of `.menu-item`; those that open something have a `.menu-toggle` button
 * and a `.sub-menu` or `.mega-menu`. Without scripts CSS opens them; `data-live` on the nav ends that.
 */
export function start(nav: HTMLElement, _config: unknown, page: PageConfig): void {
  let touching = false;
  let early: HTMLElement | undefined;
  let woken = false;

  const wake = async () => {
    // The mobile header hides it; nobody needs it then.
    if (woken || nav.getClientRects().length === 0) return;
    woken = true;
    for (const sign of signs) document.removeEventListener(sign, wake, true);
    const { runMenu } = await import('./menus/run-menu.ts');
    nav.removeEventListener('click', hold);
    runMenu(nav, page, () => touching, early);
  };
  // What is pressed before the code came is not lost, and a first tap, which opens, does not lead away.
  const hold = (event: Event) => {
    const control = (event.target as Element).closest('.menu-toggle,.menu-item-has-children>a');
    const item = control?.parentElement;
    if (!item || (control.matches('a') && (!touching || item === early))) return;
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
  // A mouse that came to rest on it before this ran gives no further sign.
  if (nav.matches(':hover,:focus-within')) void wake();
}
