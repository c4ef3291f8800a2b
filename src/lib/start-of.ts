/**
 * The first units of a text, at most so many, well formed: the half of a character that stands at the cut goes, which shows as `�`, and of which no address
 * and no JSON can be made.
 */
export function startOf(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
}

/** A text of at most so many units for messages and lists: a longer one ends with an ellipsis. Whole words are `cutText`'s. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${startOf(text, longest - 1)}…` : text;
}
