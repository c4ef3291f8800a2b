import { fold } from '../../lib/fold.ts';
import { otherSpelling } from './spelled-otherwise.ts';
import { splitWords } from './words.ts';

/** A word that was searched for, folded. */
export interface SearchTerm {
  readonly word: string;
  /** Words that begin with it match too: the reader may still be typing, or texts have particles behind it. */
  readonly prefix: boolean;
  /** How the language of the site writes it else; words that match this do, too. */
  readonly also?: string;
  /** Of scripts without spaces: what was typed there, of which the word is a piece. */
  readonly run?: string;
}

/**
 * Ends in Korean: texts write `서울의`, `서울에서` for what readers look for as `서울`. One syllable begins too many other words; it is one by itself unless it is
 * the last.
 */
const takesParticles = /.\p{sc=Hangul}$/u;

/** Most characters of a search that are looked at, and most words and pieces of words taken from them. */
const longestSearch = 1000;
const mostTerms = 10;
const mostPieces = 20;

/**
 * The words of what someone typed on a site of this language. Nothing in it is an operator: quotes, `*`, `NEAR`, null bytes and the like only separate words.
 */
export function parseSearch(text: string, language = ''): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  const typed = text.slice(0, longestSearch);
  const other = otherSpelling(typed, language);
  // Its words are as many, in the same places: only letters are others.
  const others = other === undefined ? undefined : splitWords(fold(other));
  let [words, pieces, last] = [0, 0, ''];
  for (const { text: word, kind, run } of splitWords(fold(typed))) {
    const { text: also } = others?.next().value ?? { text: word };
    if (kind === 'inside') continue;
    const known = terms.get(word);
    if (!known && (kind === 'word' ? words++ === mostTerms : pieces++ === mostPieces)) break;
    terms.set(word, {
      word,
      prefix: known?.prefix === true || kind === 'end' || takesParticles.test(word),
      ...(also !== word && { also }),
      ...(run !== undefined && { run }),
    });
    last = word;
  }
  const final = terms.get(last);
  if (final) terms.set(last, { ...final, prefix: true });
  // Of one letter half of all words begin with it: `ae`, typed for `ä`, is too short to ask for.
  return [...terms.values()].map(({ also, ...term }) =>
    also === undefined || (term.prefix && also.length === 1) ? term : { ...term, also },
  );
}

/** Whether a folded word of a text is what was searched for. */
export function matchesTerm(word: string, { word: wanted, prefix, also }: SearchTerm): boolean {
  return prefix
    ? word.startsWith(wanted) || (also !== undefined && word.startsWith(also))
    : word === wanted || word === also;
}
