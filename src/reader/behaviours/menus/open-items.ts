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

const insideHigh = '.is-high>.sub-menu *';
/** Where all is open: under “More”, and in a submenu that is higher than the window, which scrolls and would cut off what opens beside it. */
export const allOpen = `.menu-rest *,${insideHigh}`;

/** Opens and closes the items of a menu: `is-open` on the item, `aria-expanded` on its button. */
export function createOpenItems(nav: HTMLElement): OpenItems {
  const list = () => [...nav.querySelectorAll<HTMLElement>('.is-open')];
  const set = (item: HTMLElement, open: boolean) => {
    item.classList.toggle('is-open', open);
    item
      .querySelector(':scope>.menu-toggle')
      ?.setAttribute('aria-expanded', String(open || item.matches(insideHigh)));
  };
  const setHigh = (top: HTMLElement, isHigh: boolean) => {
    top.classList.toggle('is-high', isHigh);
    for (const item of top.querySelectorAll<HTMLElement>('.sub-menu .menu-item'))
      set(item, item.matches('.is-open'));
  };
  /** Pixels that a panel has below a menu that sticks, as `live-menu.css` says them. */
  const room = () => {
    const style = getComputedStyle(nav);
    const [stuck = 48, bar = 0] = ['--stuck', '--bar'].map(
      (name) => Number.parseFloat(style.getPropertyValue(name)) || undefined,
    );
    return innerHeight - 16 - stuck - bar;
  };
  const flip = (item: HTMLElement) => {
    const panel = panelOf(item);
    const top = item.closest<HTMLElement>('.menu>.menu-item');
    if (!top || !panel?.matches('.sub-menu')) return;
    if (item.matches(insideHigh)) return;
    item.classList.remove('is-flipped');
    const { left, right, bottom } = panel.getBoundingClientRect();
    item.classList.toggle('is-flipped', left < 0 || right > document.documentElement.clientWidth);
    // One further in may begin anywhere beside the first.
    if (bottom - top.getBoundingClientRect().bottom > room()) setHigh(top, true);
  };
  return {
    list,
    open: (item) => {
      for (const other of list()) if (!other.contains(item) && !item.contains(other)) set(other, false);
      for (
        let at: HTMLElement | null | undefined = item;
        at && nav.contains(at);
        at = at.parentElement?.closest<HTMLElement>('.menu-item')
      ) {
        if (!panelOf(at) || at.matches(`.is-open,${allOpen}`)) continue;
        set(at, true);
        if (!at.parentElement?.closest('.menu-item')) setHigh(at, false);
        flip(at);
      }
    },
    close: (item) => {
      for (const open of list()) if (!item || item.contains(open)) set(open, false);
    },
    place: () => list().forEach(flip),
  };
}
