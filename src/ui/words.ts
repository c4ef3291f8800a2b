import { createContext, useContext } from 'react';
import { viewTexts } from '../lib/view-texts.ts';

/** What views say by themselves. */
export type ViewWords = Readonly<Record<keyof typeof viewTexts, string>>;

/** The words of the site that views are rendered for; English without one. */
export const WordScope = createContext<ViewWords>(viewTexts);

export function useWords(): ViewWords {
  return useContext(WordScope);
}
