/**
 * Closes the mobile menu when the focus leaves it, and when the screen becomes one that has another menu. All else is the browser's:
 * the menu is a popover.
 *
 * Markup: `<nav popover data-late="mobile-menu">`.
 */
export function start(menu: HTMLElement): void {
  const close = () => menu.matches(':popover-open') && menu.hidePopover();
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  const wide = matchMedia('(min-width:768px)');
  wide.addEventListener('change', close);
  // Both may have happened before this code came. Who opened it by its button still has the focus there.
  const { activeElement } = document;
  const isLeft =
    activeElement !== document.body &&
    !menu.contains(activeElement) &&
    (activeElement as HTMLButtonElement | null)?.popoverTargetElement !== menu;
  if (wide.matches || isLeft) close();
}
