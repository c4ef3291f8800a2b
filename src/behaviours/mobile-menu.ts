/**
 * Closes the mobile menu when the focus leaves it, and when the screen becomes one that has another menu. All else is the browser's:
 * the menu is a popover.
 *
 * Markup: `<nav popover data-behaviour="mobile-menu">`.
 */
export function start(menu: HTMLElement): void {
  const close = () => menu.matches(':popover-open') && menu.hidePopover();
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
  });
  matchMedia('(min-width:768px)').addEventListener('change', close);
}
