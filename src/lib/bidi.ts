/** A letter, digit or mark of a right-to-left script, or a presentation form of one. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const letter = /\p{L}/u;

export function scriptsIn(text: string): { readonly hasRight: boolean; readonly hasLetters: boolean } {
  return { hasRight: fromRight.test(text), hasLetters: letter.test(text) };
}

/**
 * The `dir` of a line on a right-to-left site: `ltr` when all of its letters are left-to-right, so that punctuation
 * stays at its end. Undefined for other texts, and on other sites, where CSS does it (base.css).
 */
export function textDirection(text: string, isRightToLeft: boolean): 'ltr' | undefined {
  return isRightToLeft && letter.test(text) && !fromRight.test(text) ? 'ltr' : undefined;
}

const leftToRight = '\u2066';
const end = '\u2069';
/** LEFT-TO-RIGHT MARK, an invisible character. */
const unseen = '\u200e';
const markBefore = /^[^\p{L}]/u;
const markBehind = /[^\p{L}\p{N}]$/u;

/**
 * Isolates English in right-to-left text by Unicode marks (valid in attributes, too), so that punctuation stays at its
 * end (`.Comments are closed`). Only placeholders need an isolate: values may be of either direction.
 */
function isolate(english: string): string {
  if (english.includes('%')) return leftToRight + english + end;
  return (markBefore.test(english) ? unseen : '') + english + (markBehind.test(english) ? unseen : '');
}

export function isolateForms(english: string): string {
  return english.split('|').map(isolate).join('|');
}

/** Removes the isolating characters, for text that users copy. */
export function withoutIsolates(words: string): string {
  return words.replace(/[\u2066-\u2069]/g, '');
}

/** Isolates the placeholders of a right-to-left string, so that each value gets the direction of its own first letter. */
export function isolateValues(words: string): string {
  return words.replace(/%(?:\d\$)?s/g, `\u2068$&${end}`);
}
