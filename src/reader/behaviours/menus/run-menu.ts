import type { PageConfig, PageParts } from '../../islands/page-config.ts';
import { addStyles } from '../drawing/svg.ts';
import { fetchedNodes } from '../../islands/fetched.ts';
import { announce, signedInClass } from '../../islands/page-config.ts';
import type { ListState } from '../lists/list-calls.ts';
import liveCss from './live-menu.css?inline';

/** Milliseconds after page start by which fonts and images have finished moving the layout. */
const settled = 1500;

/** Takes over a menu from CSS. `early`: an item tapped before this code loaded. */
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
      if (!isTouch() || open || !panelOf(item)) return;
      event.preventDefault();
    }
    // A mouse already opened it by hovering; only taps and keys close it with the same button.
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

export interface OpenItems {
  /** Opens an item and its ancestors and closes all others; an item without a panel only closes others. */
  open(item: HTMLElement): void;
  close(item?: HTMLElement): void;
  list(): HTMLElement[];
  /** Repositions open submenus so that they stay on screen. */
  place(): void;
}

/** Panels whose items are all hidden from this reader, as in `theme/base.css`. */
const hiddenHere = `html:not(.${signedInClass}) .for-signed-in,.${signedInClass} .for-signed-out`;

export function panelOf(item: Element): HTMLElement | null {
  const panel = item.querySelector<HTMLElement>(':scope>.sub-menu,:scope>.mega-menu');
  return panel?.matches(hiddenHere) ? null : panel;
}

const insideHigh = '.is-high>.sub-menu *';
/** Items that are always expanded: under “More”, and in a submenu higher than the window, which scrolls and would clip flyouts. */
export const allOpen = `.menu-rest *,${insideHigh}`;

/** Manages open items: `is-open` on the item, `aria-expanded` on its button. */
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
  /** Pixels available to a panel below a sticky menu; the variables are set in `live-menu.css`. */
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
    // A nested submenu may start next to any item of the first one.
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

/** Milliseconds before another item takes over while the mouse may be heading for the open panel. */
const switchDelay = 400;
/** Degrees from the direct way to the open panel; below that, the mouse is heading for it. */
const threshold = 85;
/** Mouse moves per sample of the direction. */
const sampleMoves = 5;

interface Vector {
  readonly x: number;
  readonly y: number;
}

function angleBetween(a: Vector, b: Vector): number {
  const cosine = (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** Direction from an open item to its panel: below it or at its side. */
function wayToPanel(item: Element): Vector {
  if (item.parentElement?.matches('.menu')) return { x: 0, y: 1 };
  const panel = panelOf(item)?.getBoundingClientRect().left ?? 0;
  return { x: panel < item.getBoundingClientRect().left ? -1 : 1, y: 0 };
}

/**
 * Opens items under the mouse: at once if nothing is open, else when the mouse is not heading for the open panel, or
 * after 400 ms on the other item.
 */
export function watchMouse(nav: HTMLElement, items: OpenItems): void {
  let hovered: HTMLElement | undefined;
  let timer = 0;
  let moves = 0;
  let from: Vector | undefined;
  let direction: Vector | undefined;

  const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse';
  const rival = () =>
    items.list().find((open) => hovered && !open.contains(hovered) && !hovered.contains(open));
  const headsFor = (open: Element) => !direction || angleBetween(direction, wayToPanel(open)) < threshold;
  const act = () => {
    clearTimeout(timer);
    timer = 0;
    if (hovered) items.open(hovered);
  };
  const wait = (then: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(then, switchDelay);
  };

  nav.addEventListener(
    'pointermove',
    (event) => {
      if (!isMouse(event)) return;
      const pointer = { x: event.clientX, y: event.clientY };
      from ??= pointer;
      if (++moves % sampleMoves) return;
      if (pointer.x !== from.x || pointer.y !== from.y)
        direction = { x: pointer.x - from.x, y: pointer.y - from.y };
      from = pointer;
      const open = timer && rival();
      if (open && !headsFor(open)) act();
    },
    { passive: true },
  );
  nav.addEventListener('pointerover', (event) => {
    if (!isMouse(event)) return;
    const item = (event.target as Element).closest<HTMLElement>('.menu-item');
    if (!item) return;
    clearTimeout(timer);
    timer = 0;
    hovered = item;
    const open = rival();
    if (open && headsFor(open)) wait(act);
    else act();
  });
  nav.addEventListener('pointerleave', (event) => {
    if (!isMouse(event)) return;
    hovered = from = direction = undefined;
    wait(() => items.close());
  });
}

const isShown = (element: Element) => element.getClientRects().length > 0;
const controls = (root: Element) =>
  [...root.querySelectorAll<HTMLElement>('a[href],button:enabled')].filter(isShown);

const controlOf = (item: Element) => item.querySelector<HTMLElement>(':scope>a[href],:scope>button');

/**
 * Arrow keys move along the menu and into and out of submenus (up from the first item returns to its parent). Escape
 * closes the innermost panel and returns focus to the link or button of its item that had it last.
 */
export function watchKeys(nav: HTMLElement, items: OpenItems): void {
  const last = new WeakMap<Element, HTMLElement>();
  nav.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.parentElement?.matches('.menu-item'))
      last.set(target.parentElement, target);
  });
  const restoreFocus = (item: Element) => (last.get(item) ?? controlOf(item))?.focus();
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
    restoreFocus(item);
    return true;
  };
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
      const index = row.findIndex((control) => item.contains(control));
      const next = forth ? index + 1 : back ? index - 1 : key === 'Home' ? 0 : key === 'End' ? -1 : undefined;
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
    if (innermost.contains(document.activeElement)) restoreFocus(innermost);
    items.close(innermost);
  });
}

/**
 * Moves items that don't fit a menu's row under “More”, fully expanded, and back when there is room. CSS decides before
 * the first paint which items overflow: they wrap into rows above the page.
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
    // Without this, the shortened menu would appear to have room again.
    if (over.length > 0) menu.style.minWidth = `${nav.clientWidth + 9}px`;
    rest.append(...over);
    panel.classList.toggle('is-bare', over.length === 0);
    panel.style.width = `${nav.clientWidth}px`;
    more.firstElementChild?.classList.toggle('current-menu-ancestor', !!rest.querySelector('[aria-current]'));
    // Under “More” submenus are always expanded, so their buttons do nothing.
    for (const button of nav.querySelectorAll<HTMLButtonElement>('button.menu-text'))
      button.disabled = rest.contains(button);
    if (!hadFocus || focused === document.activeElement) return;
    // Moving an element removes its focus.
    if (rest.contains(focused) && !more.querySelector('.is-open')) more.querySelector('button')?.focus();
    else focused.focus();
  };
  // Also runs immediately, before the menu has another width.
  new ResizeObserver(fit).observe(nav);
  void document.fonts.ready.then(fit);
  fit();
  items.place();
}

/** Milliseconds within which a second tap on the same subcategory follows its link. */
const doubleTap = 300;
/** Milliseconds the mouse rests on a subcategory before its posts are fetched, so that passing over it requests nothing. */
const restTime = 100;

/** Result of a call: HTML ('' on failure) and the assets its reply declares. */
interface LoadedMenu {
  readonly html: string;
  readonly parts?: PageParts | undefined;
}

/** Fetches an AJAX action. On failure it logs the action and id and returns empty HTML, so the page stays as it is (specification, section 8). */
async function fetchAction(
  page: PageConfig,
  id: string,
  fields: { readonly action: string } & Readonly<Record<string, string>>,
): Promise<LoadedMenu> {
  try {
    const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const {
      content,
      td_data: posts,
      broadsheet: parts,
    } = (await reply.json()) as { content?: unknown; td_data?: unknown; broadsheet?: PageParts };
    return { html: String(content ?? posts ?? ''), parts };
  } catch (error) {
    console.warn(`${fields.action}: error`, id, error);
    return { html: '' };
  }
}

function fetchContent(
  { dataset: { mega, megaId: id = '' } }: HTMLElement,
  page: PageConfig,
): Promise<LoadedMenu> {
  return fetchAction(
    page,
    id,
    mega === 'page'
      ? { action: 'tdb_get_mm_page', pageId: id, td_res_context_registered_atts: page.registeredBlocks ?? '' }
      : { action: 'tdb_get_mm_cat', td_block_atts: '{}', cat_mm_id: id },
  );
}

/** Fetches the first page of a subcategory: the panel is a list whose filter is turned like any other (specification, section 4). */
function fetchPosts(
  { dataset: { blockId = '', state = '' } }: HTMLElement,
  page: PageConfig,
  subcategory: string,
): Promise<LoadedMenu> {
  const {
    block_type: type,
    atts,
    td_column_number: columns,
    td_magic_token: token,
  } = JSON.parse(state) as ListState;
  return fetchAction(page, blockId, {
    action: 'td_ajax_block',
    td_atts: JSON.stringify(atts),
    td_block_id: blockId,
    td_column_number: String(columns),
    td_current_page: '1',
    block_type: type,
    td_filter_value: subcategory,
    td_user_action: 'filter',
    td_magic_token: token,
    td_res_context_registered_atts: page.registeredBlocks ?? '',
  });
}

async function fill(panel: HTMLElement, page: PageConfig): Promise<void> {
  const place = panel.querySelector('.mega-content');
  const { html, parts } = await fetchContent(panel, page);
  if (!place || html === '') return;
  place.replaceChildren(fetchedNodes(html));
  panel.classList.remove('is-bare');
  announce(place, parts);
}

export function runMegaMenus(nav: HTMLElement, page: PageConfig, isTouch: () => boolean): void {
  for (const panel of nav.querySelectorAll<HTMLElement>('.mega-menu[data-lazy]')) void fill(panel, page);

  const known = new Map<string, Promise<LoadedMenu>>();
  const requested = new WeakMap<Element, Element>();
  const preview = async (link: HTMLElement) => {
    const panel = link.closest<HTMLElement>('.mega-menu');
    const id = link.dataset.megaFilter;
    const list = panel?.querySelector<HTMLElement>('[data-state]');
    if (
      !panel ||
      !list ||
      !id ||
      (requested.get(panel) ?? panel.querySelector('[data-mega-filter][aria-current]')) === link
    )
      return;
    requested.set(panel, link);
    const key = `${panel.dataset.megaId} ${id}`;
    const request = known.get(key) ?? fetchPosts(list, page, id);
    known.set(key, request);
    const { html, parts } = await request;
    if (html === '') known.delete(key);
    if (requested.get(panel) !== link) return;
    const posts = panel.querySelector('.mega-posts');
    // Failed requests are retried next time. Posts that have focus are not replaced, because the focus would be lost.
    if (html === '' || !posts || posts.contains(document.activeElement)) return void requested.delete(panel);
    posts.replaceChildren(fetchedNodes(html));
    for (const other of panel.querySelectorAll('[data-mega-filter]')) other.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    announce(posts, parts);
  };

  const filterAt = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-mega-filter]');
  let resting = 0;
  nav.addEventListener('pointerover', (event) => {
    clearTimeout(resting);
    const link = event.pointerType === 'mouse' && filterAt(event);
    if (link) resting = window.setTimeout(() => void preview(link), restTime);
  });
  nav.addEventListener('focusin', (event) => {
    const link = filterAt(event);
    if (link && !isTouch()) void preview(link);
  });
  let tapped: { readonly link: HTMLElement; readonly at: number } | undefined;
  nav.addEventListener('click', (event) => {
    const link = filterAt(event);
    if (!link || !isTouch()) return;
    if (tapped?.link === link && event.timeStamp - tapped.at < doubleTap) return;
    event.preventDefault();
    tapped = { link, at: event.timeStamp };
    void preview(link);
  });
}
