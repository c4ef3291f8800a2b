import { fold } from '../../lib/fold.ts';

/** Longest word kept, in UTF-16 units; longer ones are cut, in the index and in what is searched. */
const longestWord = 40;
/** Most UTF-16 units of distinct words that one post brings into the index; PostgreSQL takes at most 1 MB of UTF-8. */
const mostText = 250_000;

/** Matches a word: letters and digits of any script with their marks. */
export const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Scripts that are written without spaces; their words are found by pairs of characters. */
const unspacedRun = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

const beyondAscii = /[^\p{ASCII}]/u;

function cut(word: string): string {
  return word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\ud800-\udbff]$/, '');
}

/** A piece of a word that the index knows, and whether more may follow it in the text. */
export interface WordPiece {
  readonly text: string;
  /** From a script without spaces. */
  readonly unspaced: boolean;
}

/** The words of a folded text in order; runs of scripts without spaces come as pairs of characters. */
export function* splitWords(folded: string): Generator<WordPiece> {
  for (const [word] of folded.matchAll(wordPattern)) {
    if (!beyondAscii.test(word)) {
      yield { text: cut(word), unspaced: false };
      continue;
    }
    let from = 0;
    for (const run of word.matchAll(unspacedRun)) {
      if (run.index > from) yield { text: cut(word.slice(from, run.index)), unspaced: false };
      yield* pairs(run[0]);
      from = run.index + run[0].length;
    }
    if (from < word.length) yield { text: cut(word.slice(from)), unspaced: false };
  }
}

function* pairs(run: string): Generator<WordPiece> {
  const characters = [...run];
  if (characters.length === 1) yield { text: run, unspaced: true };
  for (let index = 1; index < characters.length; index++) yield { text: `${characters[index - 1]}${characters[index]}`, unspaced: true };
}

/** The distinct words of a text, as far as the index takes them; the last character of unspaced runs too, so that every one of them begins a word. */
export function indexedWords(text: string): Set<string> {
  const found = new Set<string>();
  let size = 0;
  const add = (word: string) => {
    if (found.has(word)) return;
    found.add(word);
    size += word.length;
  };
  for (const { text: word, unspaced } of splitWords(fold(text))) {
    add(word);
    if (unspaced) add([...word].at(-1) ?? word);
    if (size > mostText) break;
  }
  return found;
}

/** The distinct words of several texts, as far as the index takes them. */
export function joinWords(texts: readonly Iterable<string>[], most = mostText): Set<string> {
  const found = new Set<string>();
  let size = 0;
  for (const words of texts) {
    for (const word of words) {
      if (size > most) return found;
      if (!found.has(word)) size += word.length;
      found.add(word);
    }
  }
  return found;
}

/** The title as one string that only the same title has, up to 200 units. */
export function titleKey(title: string): string {
  return [...splitWords(fold(title.slice(0, 400)))].map(({ text }) => text).join('·').slice(0, 200).replace(/[\ud800-\udbff]$/, '');
}
