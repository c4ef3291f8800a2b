/** A whole number above 0 written in at most nine digits, else undefined. */
export function positive(text: string | null | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
