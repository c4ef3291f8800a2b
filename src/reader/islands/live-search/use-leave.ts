import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Calls `leave` when a reader clicks outside of the element, or moves the focus out of it. */
export function useLeave(element: RefObject<HTMLElement | null>, leave: () => void): void {
  useEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Node && element.current?.contains(target);
    const onClick = ({ target }: Event) => {
      if (target instanceof Node && !inside(target)) leave();
    };
    // Without a new place the focus went nowhere: to another window, or to what a click can't focus.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      if (inside(target) && relatedTarget !== null && !inside(relatedTarget)) leave();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('focusout', onFocusOut);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [element, leave]);
}
