/** The element that the address names behind its `#`, which browsers escape there; null where there is none. */
export function addressedElement(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return null; // a literal per cent sign
  }
}
