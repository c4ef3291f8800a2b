export { createShownTexts, wordsWithData } from './shown-texts.ts';
export type { ShownTexts } from './shown-texts.ts';
