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
