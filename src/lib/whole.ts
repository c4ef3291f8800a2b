/** What says a whole number as a text: of at most 15 digits each is held exactly. */
const wholeText = /^[+-]?\d{1,15}$/;

/** The whole number that a value is, or that a text says; undefined for anything else, and for numbers that JavaScript does not hold exactly. */
export function wholeOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && wholeText.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
