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
  if (wide.matches) close(); // the screen may have changed before this code came
}
