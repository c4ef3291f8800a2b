/**
 * Closes the mobile menu when focus leaves it or the screen becomes wide enough for the other menu. The browser does
 * the rest.
 * @example `<nav popover data-late="mobile-menu">`
 */
export function start(menu: HTMLElement): void {
  const close = () => menu.matches(':popover-open') && menu.hidePopover();
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  const wide = matchMedia('(min-width:768px)');
  wide.addEventListener('change', close);
  // Both may have happened before this code loaded. After opening it by its button, focus is still on the button.
  const { activeElement } = document;
  const isLeft =
    activeElement !== document.body &&
    !menu.contains(activeElement) &&
    (activeElement as HTMLButtonElement | null)?.popoverTargetElement !== menu;
  if (wide.matches || isLeft) close();
}
