import { createContext, useContext } from 'react';
import { isolateForms } from '../lib/isolate.ts';
import type { Language } from '../lib/language.ts';
import { viewTexts } from '../lib/view-texts.ts';

/** What views say by themselves. */
export type ViewWords = Readonly<Record<keyof typeof viewTexts, string>>;

/** The words of the site that views are rendered for; English without one. */
export const WordScope = createContext<ViewWords>(viewTexts);

/** Whether a language is to say by itself what a wording says: it is another one than English, and nobody has replaced the wording. */
export function saysItself(name: keyof ViewWords, words: ViewWords, { isEnglish }: Language): boolean {
  return !isEnglish && (words[name] === viewTexts[name] || words[name] === isolateForms(viewTexts[name]));
}

export function useWords(): ViewWords {
  return useContext(WordScope);
}
