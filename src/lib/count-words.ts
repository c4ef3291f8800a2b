/** How many words a plain text has: what white space and dashes part, if it holds a letter or digit. */
export function countWords(text: string): number {
  let count = 0;
  for (const word of text.split(/[\s–—]+|--/)) if (/[\p{L}\p{N}]/u.test(word)) count++;
  return count;
}

/** How many characters a plain text has, without white space. */
export function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
