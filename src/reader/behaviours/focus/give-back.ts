/**
 * Records where focus enters a temporary part of the page. The returned function removes the part with `leave` and, if
 * it had focus, restores focus to the previous element, or else to `instead`, which must be focusable.
 */
export function watchFocus(part: HTMLElement, instead: HTMLElement | null): (leave: () => void) => void {
  let before: HTMLElement | undefined;
  part.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !part.contains(relatedTarget)) before = relatedTarget;
  });
  return (leave) => {
    const hadFocus = part.contains(document.activeElement);
    leave();
    if (!hadFocus) return;
    before?.focus({ preventScroll: true });
    if (document.activeElement !== before) instead?.focus({ preventScroll: true });
  };
}
