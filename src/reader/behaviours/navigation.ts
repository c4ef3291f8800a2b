/**
 * Runs WordPress navigation blocks, whose overlay is a popover. CSS opens submenus on hover and focus until `data-live`
 * is set where they have a button.
 * @example `<nav class="wp-block-navigation" data-late="navigation">` with `.has-child` items,
 * `.wp-block-navigation-submenu__toggle` and `.wp-block-navigation__responsive-container[popover]`
 */
export function start(nav: HTMLElement): void {
  nav.dataset.live = '';
  const overlay = nav.querySelector<HTMLElement>(':scope > [popover]');
  if (overlay) runOverlay(overlay);

  const itemOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('.has-child') : null;
  nav.addEventListener('click', (event) => {
    const toggle = (event.target as Element).closest('.wp-block-navigation-submenu__toggle');
    const item = itemOf(toggle);
    if (!item) return;
    // The first click keeps open what hovering opened.
    const stays = !isOpen(item) || !pinned.has(item);
    setOpen(item, stays);
    if (stays) pinned.add(item);
  });
  nav.addEventListener('keydown', (event) => {
    const item = event.key === 'Escape' ? openItem(itemOf(event.target)) : undefined;
    if (!item || overlay?.matches(':popover-open')) return;
    event.stopPropagation();
    setOpen(item, false);
    toggleOf(item)?.focus();
  });
  nav.addEventListener('focusout', ({ target, relatedTarget }) => {
    const to = relatedTarget instanceof Node ? relatedTarget : null;
    for (let item = itemOf(target); item && !item.contains(to); item = itemOf(item.parentElement))
      setOpen(item, false);
  });
  // In Safari a pressed button gets no focus, so no blur follows either.
  document.addEventListener('click', ({ target }) => {
    for (const item of nav.querySelectorAll<HTMLElement>('.has-child'))
      if (!item.contains(target as Node)) setOpen(item, false);
  });
  for (const item of nav.querySelectorAll<HTMLElement>('.has-child:not(.open-on-click,.open-always)')) {
    if (item.matches(':hover')) setOpen(item, true);
    item.addEventListener(
      'pointerenter',
      ({ pointerType }) => pointerType === 'mouse' && setOpen(item, true),
    );
    item.addEventListener(
      'pointerleave',
      ({ pointerType }) => pointerType === 'mouse' && !pinned.has(item) && setOpen(item, false),
    );
  }
}

const pinned = new WeakSet<Element>();

function toggleOf(item: Element): HTMLElement | null {
  return item.querySelector<HTMLElement>(':scope > .wp-block-navigation-submenu__toggle');
}

function isOpen(item: Element): boolean {
  return toggleOf(item)?.ariaExpanded === 'true';
}

function openItem(item: HTMLElement | null): HTMLElement | undefined {
  for (let at = item; at; at = at.parentElement?.closest<HTMLElement>('.has-child') ?? null)
    if (isOpen(at)) return at;
  return undefined;
}

function setOpen(item: HTMLElement, open: boolean): void {
  const toggle = toggleOf(item);
  if (!toggle) return;
  toggle.ariaExpanded = String(open);
  if (open) return;
  pinned.delete(item);
  for (const below of item.querySelectorAll('.wp-block-navigation-submenu__toggle[aria-expanded=true]'))
    below.ariaExpanded = 'false';
}

/** Makes the open overlay an accessible dialog that traps focus; closes it when the screen is wide enough for the menu. */
function runOverlay(overlay: HTMLElement): void {
  const dialog = overlay.querySelector('.wp-block-navigation__responsive-dialog') ?? overlay;
  const opener = overlay.previousElementSibling;
  overlay.addEventListener('toggle', ({ newState }) => {
    const open = newState === 'open';
    overlay.classList.toggle('is-menu-open', open);
    overlay.classList.toggle('has-modal-open', open);
    dialog.role = open ? 'dialog' : null;
    dialog.ariaModal = open ? 'true' : null;
    dialog.ariaLabel = open ? (opener?.ariaLabel ?? opener?.textContent ?? null) : null;
    if (open && !overlay.contains(document.activeElement)) stops(overlay)[0]?.focus();
  });
  overlay.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab' || !overlay.matches(':popover-open')) return;
    const all = stops(overlay);
    const [edge, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    other?.focus();
  });
  // Links within the page close the overlay, which would cover their target.
  overlay.addEventListener(
    'click',
    ({ target }) =>
      (target as Element).closest('a[href*="#"]') &&
      overlay.matches(':popover-open') &&
      overlay.hidePopover(),
  );
  if (overlay.matches('.hidden-by-default')) return;
  matchMedia('(min-width:600px)').addEventListener(
    'change',
    ({ matches }) => matches && overlay.matches(':popover-open') && overlay.hidePopover(),
  );
}

function stops(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('a[href],button,input,select,textarea')].filter(
    (element) => element.getClientRects().length > 0,
  );
}
