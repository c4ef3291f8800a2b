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
