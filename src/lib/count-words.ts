/** How many words a plain text has: what white space and dashes part, if it holds a letter or digit. */
export function countWords(text: string): number {
  let count = 0;
  for (const word of text.split(/[\s–—]+|--/)) if (/[\p{L}\p{N}]/u.test(word)) count++;
  return count;
}

/** Languages that write no spaces between words: WordPress counts letters there. */
const withoutSpaces = /^(?:ja|zh|th|lo|km|my)\b/i;

/** Whether the length of texts is told in letters. */
export const countsLetters = (language: string): boolean => withoutSpaces.test(language);

/** How many characters a plain text has, without white space. */
export function countLetters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
