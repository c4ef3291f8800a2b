/** What a link says of where it leads (`rel`), without leave for the page there to turn the one that it was opened from into another (`opener`). */
export function withoutOpener(rel: string): string {
  return /\bopener\b/i.test(rel)
    ? rel
        .split(/\s+/)
        .filter((word) => word.toLowerCase() !== 'opener')
        .join(' ')
    : rel;
}
