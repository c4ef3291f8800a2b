/**
 * Shows a panel, or folds it away. A search in the page still finds what is in it, in browsers that tell of it (`beforematch`); to keys and screen readers
 * it is not there.
 */
export function fold(panel: HTMLElement, isAway: boolean): void {
  panel.ariaHidden = isAway ? 'true' : null;
  if (isAway) panel.setAttribute('hidden', 'onbeforematch' in panel ? 'until-found' : '');
  else panel.removeAttribute('hidden');
}

let made = 0;

/** An id that no other element has. */
export function uniqueId(what: string): string {
  for (;;) {
    const id = `broadsheet-${what}-${++made}`;
    if (!document.getElementById(id)) return id;
  }
}

/** The element that the address names behind its `#`, which browsers escape there; null where there is none. */
export function addressedElement(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null; // a literal per cent sign
  }
}
