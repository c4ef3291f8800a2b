/**
 * Shows or collapses a panel. A collapsed panel is still found by search in the page where browsers support
 * `beforematch`, but is hidden from keyboard and screen readers.
 */
export function fold(panel: HTMLElement, isAway: boolean): void {
  panel.ariaHidden = isAway ? 'true' : null;
  if (isAway) panel.setAttribute('hidden', 'onbeforematch' in panel ? 'until-found' : '');
  else panel.removeAttribute('hidden');
}

let made = 0;

export function uniqueId(what: string): string {
  for (;;) {
    const id = `broadsheet-${what}-${++made}`;
    if (!document.getElementById(id)) return id;
  }
}

/** Returns the element that the URL's fragment names (decoded), or null. */
export function addressedElement(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null;
  }
}
