const leftToRight = '\u2066';
const end = '\u2069';
/** A letter of such a script that nobody sees. */
const unseen = '\u200e';
const markBefore = /^[^\p{L}]/u;
const markBehind = /[^\p{L}\p{N}]$/u;

/**
 * English words as they stand in a text that is written from right to left, so that their marks don't go to their other end (`.Comments are closed`), by the
 * characters that Unicode has for that: attributes and messages can hold them, too. What is filled in may be of either direction, so such words are set apart
 * as a whole; others are held together with what stands beside them, which may be the next sentence.
 */
export function isolate(english: string): string {
  if (english.includes('%')) return leftToRight + english + end;
  return (markBefore.test(english) ? unseen : '') + english + (markBehind.test(english) ? unseen : '');
}

/** `isolate` for each form of a wording that counts. */
export function isolateForms(english: string): string {
  return english.split('|').map(isolate).join('|');
}

/** Words without such characters: for what somebody copies to the end of its line. */
export function withoutIsolates(words: string): string {
  return words.replace(/[\u2066-\u2069]/g, '');
}

/** Words of a language that is written from right to left, in which each value that is filled in has the direction of its own first letter. */
export function isolateValues(words: string): string {
  return words.replace(/%(?:\d\$)?s/g, `\u2068$&${end}`);
}
