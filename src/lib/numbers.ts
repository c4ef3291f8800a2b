/** The page number in a URL, or undefined. One with more than nine digits counts as a billion, beyond any last page. */
export function pageAsked(text: string | null | undefined): number | undefined {
  return text && /^0*[1-9]\d{9}/.test(text) ? 1_000_000_000 : positive(text);
}

/** Parses a positive integer with at most nine digits; undefined for other texts. */
export function positive(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** An integer of at most 15 digits, which JavaScript represents exactly. */
const wholeText = /^[+-]?\d{1,15}$/;

/** The integer that a value or text represents; undefined for other values and for unsafe integers. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && wholeText.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The same for ids, which begin at 1. */
export function idOf(value: unknown): number | undefined {
  const id = wholeOf(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/** The integer in [min, max] nearest to a number or numeric text, truncated; undefined for other values. */
export function nearestWhole(value: unknown, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number)
    ? Math.min(max, Math.max(min, Math.trunc(number)))
    : undefined;
}

/**
 * Start and length in pixels of a part of a side; `from` and `share` are percentages. Rounds both ends instead of the
 * length, so that two adjacent parts never exceed the side.
 */
export function pixelSpan(
  from: number,
  share: number,
  pixels: number,
): { readonly start: number; readonly length: number } {
  const start = Math.round((from * pixels) / 100);
  return { start, length: Math.round(((from + share) * pixels) / 100) - start };
}
