/** The items of a menu that are open: a branch at most. */
export interface OpenItems {
  /** Opens an item with those above it and closes all others; an item without a panel only closes others. */
  open(item: HTMLElement): void;
  /** Closes an item, or all. */
  close(item?: HTMLElement): void;
  list(): HTMLElement[];
  /** Places open submenus anew, so that none leaves the screen. */
  place(): void;
}

/** The panel that an item opens. */
export function panelOf(item: Element): HTMLElement | null {
  return item.querySelector<HTMLElement>(':scope>.sub-menu,:scope>.mega-menu');
}

/** Opens and closes the items of a menu: `is-open` on the item, `aria-expanded` on its button. */
export function createOpenItems(nav: HTMLElement): OpenItems {
  const list = () => [...nav.querySelectorAll<HTMLElement>('.is-open')];
  const set = (item: HTMLElement, open: boolean) => {
    item.classList.toggle('is-open', open);
    item.querySelector(':scope>.menu-toggle')?.setAttribute('aria-expanded', String(open));
  };
  const flip = (item: HTMLElement) => {
    const panel = panelOf(item);
    if (!panel?.matches('.sub-menu')) return;
    item.classList.remove('is-flipped');
    const { left, right } = panel.getBoundingClientRect();
    item.classList.toggle('is-flipped', left < 0 || right > document.documentElement.clientWidth);
  };
  return {
    list,
    open: (item) => {
      for (const other of list()) if (!other.contains(item) && !item.contains(other)) set(other, false);
      for (let at: HTMLElement | null | undefined = item; at && nav.contains(at); at = at.parentElement?.closest<HTMLElement>('.menu-item')) {
        // Under “More” all is open.
        if (!panelOf(at) || at.matches('.is-open,.menu-rest *')) continue;
        set(at, true);
        flip(at);
      }
    },
    close: (item) => {
      for (const open of list()) if (!item || item.contains(open)) set(open, false);
    },
    place: () => list().forEach(flip),
  };
}
