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
