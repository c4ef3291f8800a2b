/** The number of a page that an address asks for, undefined where it asks for none. One of more than nine digits is a billion: behind every end. */
export function pageAsked(text: string | null | undefined): number | undefined {
  return text && /^0*[1-9]\d{9}/.test(text) ? 1_000_000_000 : positive(text);
}

/** A whole number above 0 written in at most nine digits, else undefined. */
export function positive(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** What says a whole number as a text: of at most 15 digits each is held exactly. */
const wholeText = /^[+-]?\d{1,15}$/;

/** The whole number that a value is, or that a text says; undefined for anything else, and for numbers that JavaScript does not hold exactly. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && wholeText.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The same where it may name something that the site holds: ids begin at 1. */
export function idOf(value: unknown): number | undefined {
  const id = wholeOf(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/** The whole number in [min, max] that is nearest to a number, or to what a text says; undefined for what is neither. Fractions are cut off. */
export function nearestWhole(value: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(max, Math.max(min, Math.trunc(number)))
    : undefined;
}

/**
 * Where a part of a side of `pixels` pixels begins, and how many it has; `from` and `share` are hundredths. Its ends are rounded, and not its length: two
 * halves of a pixel would become a whole one that the side does not have.
 */
export function pixelSpan(
  from: number,
  share: number,
  pixels: number,
): { readonly start: number; readonly length: number } {
  const start = Math.round((from * pixels) / 100);
  return { start, length: Math.round(((from + share) * pixels) / 100) - start };
}
