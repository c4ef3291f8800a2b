/** The number of a page that an address asks for, undefined where it asks for none. One of more than nine digits is a billion: behind every end. */
export function pageAsked(text: string | null | undefined): number | undefined {
  return text && /^0*[1-9]\d{9}/.test(text) ? 1_000_000_000 : positive(text);
}

/** A whole number above 0 written in at most nine digits, else undefined. */
export function positive(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
