import { fold } from '../../lib/fold.ts';
import { splitWords } from './words.ts';

/** A word that was searched for, folded. */
export interface SearchTerm {
  readonly word: string;
  /** Words that begin with it match too: the reader may still be typing. */
  readonly prefix: boolean;
}

/** Most characters of a search that are looked at, and most words taken from them. */
const longestSearch = 1000;
const mostTerms = 10;

/** The words of what someone typed. Nothing in it is an operator: quotes, `*`, `NEAR`, null bytes and the like only separate words. */
export function parseSearch(text: string): SearchTerm[] {
  const prefixes = new Map<string, boolean>();
  let last = '';
  for (const { text: word, unspaced } of splitWords(fold(text.slice(0, longestSearch)))) {
    if (!prefixes.has(word) && prefixes.size === mostTerms) break;
    prefixes.set(word, (prefixes.get(word) ?? false) || (unspaced && [...word].length === 1));
    last = word;
  }
  if (last) prefixes.set(last, true);
  return [...prefixes].map(([word, prefix]) => ({ word, prefix }));
}

/** Whether a folded word of a text is what was searched for. */
export function matchesTerm(word: string, term: SearchTerm): boolean {
  return term.prefix ? word.startsWith(term.word) : word === term.word;
}
