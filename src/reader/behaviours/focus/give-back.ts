/**
 * Watches from where the focus comes into a part of the page that is to go. The function that it returns lets the part go by `leave`, and puts the focus, if it
 * was in there, back to where it came from; where that is nowhere, onto `instead`, which can be focused.
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
