/** The text without any of `characters` at its end. Linear in time: an expression such as `/\/+$/` begins anew at each of them. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The text without any of `characters` at its beginning and its end. */
export function trimEndsOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), characters);
}
