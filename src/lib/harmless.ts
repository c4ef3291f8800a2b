/** Text that can do nothing to a terminal: what people wrote may hold escape sequences, and marks that turn the direction of what stands behind it. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}
