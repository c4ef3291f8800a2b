/** A letter, digit or mark of scripts that are written from right to left, or of the forms that their letters have in words. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const letter = /\p{L}/u;

/** What a stretch of text has: anything of scripts from right to left, and letters of any script. */
export function scriptsIn(text: string): { readonly hasRight: boolean; readonly hasLetters: boolean } {
  return { hasRight: fromRight.test(text), hasLetters: letter.test(text) };
}

/**
 * What `dir` says of a line of text on a site that is written from right to left: `ltr` where all its letters are of scripts that are written from left to
 * right, so that its marks stand behind its words. Undefined for every other text, and on other sites: there, styles do it (base.css).
 */
export function textDirection(text: string, isRightToLeft: boolean): 'ltr' | undefined {
  return isRightToLeft && letter.test(text) && !fromRight.test(text) ? 'ltr' : undefined;
}

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
function isolate(english: string): string {
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
