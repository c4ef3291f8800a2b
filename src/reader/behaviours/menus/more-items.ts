import type { OpenItems } from './open-items.ts';

/**
 * Puts the items that have no room in a menu's row under “More”, where all that is below them shows, and back once there is room. CSS has decided which
 * ones these are, before the first paint: they are in rows above the page.
 */
export function fitItems(nav: HTMLElement, items: OpenItems): void {
  const menu = nav.querySelector<HTMLElement>(':scope>.menu');
  const more = nav.querySelector<HTMLElement>(':scope>.menu-more');
  const panel = more?.querySelector<HTMLElement>('.mega-menu');
  if (!menu || !more || !panel) return;
  const rest = document.createElement('ul');
  rest.className = 'menu-rest';
  panel.append(rest);

  const fit = () => {
    const focused = document.activeElement;
    const hadFocus = focused instanceof HTMLElement && nav.contains(focused);
    menu.append(...rest.children);
    menu.style.minWidth = '';
    const row = (menu.firstElementChild as HTMLElement).offsetTop;
    const over = [...menu.children].filter((item) => (item as HTMLElement).offsetTop < row);
    // Shorter without them, it would have room.
    if (over.length > 0) menu.style.minWidth = `${nav.clientWidth + 9}px`;
    rest.append(...over);
    panel.classList.toggle('is-bare', over.length === 0);
    panel.style.width = `${nav.clientWidth}px`;
    more.firstElementChild?.classList.toggle('current-menu-ancestor', !!rest.querySelector('[aria-current]'));
    // What is below shows there: there is nothing for a button to open.
    for (const button of nav.querySelectorAll<HTMLButtonElement>('button.menu-text'))
      button.disabled = rest.contains(button);
    if (!hadFocus || focused === document.activeElement) return;
    // Moving it took the focus away.
    if (rest.contains(focused) && !more.querySelector('.is-open')) more.querySelector('button')?.focus();
    else focused.focus();
  };
  // Also at once, and before the frame in which the menu has another width.
  new ResizeObserver(fit).observe(nav);
  void document.fonts.ready.then(fit);
  fit();
  items.place();
}
