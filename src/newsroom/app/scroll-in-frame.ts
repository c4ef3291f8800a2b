/**
 * Scrolls an element's frame so that the element is at the top, `marginPx` CSS pixels below the edge.
 * `scrollIntoView` would scroll the page around the frame, too: under the pointer, and while the user types.
 */
export function scrollInFrame(element: Element, marginPx = 0): void {
  const { defaultView } = element.ownerDocument;
  const { top } = element.getBoundingClientRect();
  defaultView?.scrollTo({ top: defaultView.scrollY + top - marginPx, behavior: 'instant' });
}
