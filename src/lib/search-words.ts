import { fold } from './fold.ts';
import { startOf } from './cut-text.ts';

/** Longest indexed word in UTF-16 units; longer ones are truncated, in the index and in queries. */
const maxWordLength = 40;
/** Maximum UTF-16 units of distinct words indexed per post; PostgreSQL allows 1 MB of UTF-8. */
const maxText = 250_000;

/** A word: letters and digits of any script with their marks, invisible characters within, and the dot of a Catalan `l·l`. */
export const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]|·(?<=[lL]·)(?=[lL]))*/gu;
/** Scripts without spaces between words; they are indexed as n-grams. */
export const unspacedRun =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const unspaced = new RegExp(unspacedRun.source, 'u');
const chinese = /\p{sc=Han}/u;
const beyondAscii = /[^\p{ASCII}]/u;

function cut(word: string): string {
  return word.length <= maxWordLength ? word : startOf(word, maxWordLength);
}

/** Whether a folded word contains letters of a script without spaces. */
export const isUnspaced = (word: string): boolean => beyondAscii.test(word) && unspaced.test(word);

export interface WordPiece {
  readonly text: string;
  /**
   * `word`: a whole word of a script with spaces. In others each character starts a piece: a `gram` of two characters
   * if one is Chinese, else of three; a shorter `end`; or `inside`, also contained in the piece before.
   */
  readonly kind: 'word' | 'gram' | 'end' | 'inside';
  /** The run of characters that contains it. */
  readonly run?: string;
}

/** The words of a folded text in order; runs of scripts without spaces are split into n-grams. */
export function* splitWords(folded: string): Generator<WordPiece> {
  for (const [word] of folded.matchAll(wordPattern)) {
    if (!beyondAscii.test(word)) {
      yield { text: cut(word), kind: 'word' };
      continue;
    }
    let from = 0;
    for (const run of word.matchAll(unspacedRun)) {
      if (run.index > from) yield { text: cut(word.slice(from, run.index)), kind: 'word' };
      yield* grams(withoutStrokes(run[0]));
      from = run.index + run[0].length;
    }
    if (from < word.length) yield { text: cut(word.slice(from)), kind: 'word' };
  }
}

/** Japanese loanwords may end with a long-vowel mark or not (`サーバー`, `サーバ`); short words without it are different words. */
const strokes = /(?<=[ァ-ヺ][ァ-ヺー]{2})ー(?![ァ-ヺー])/g;

/** A folded text in the form in which runs are indexed. */
export function withoutStrokes(folded: string): string {
  return folded.includes('ー') ? folded.replace(strokes, '') : folded;
}

/** Whether `withoutStrokes` removes the character at an index. */
export function isStroke(folded: string, at: number): boolean {
  return (
    folded[at] === 'ー' &&
    withoutStrokes(folded.slice(Math.max(0, at - 3), at + 2)) !== folded.slice(Math.max(0, at - 3), at + 2)
  );
}

/** Such words with their mark, and the characters that may share an n-gram with it. */
const atLength = /(?<![ァ-ヺー])[ァ-ヺ][ァ-ヺー]{2,}ー(?![ァ-ヺー])[\p{L}\p{M}]{0,2}/gu;

function* grams(run: string): Generator<WordPiece> {
  const characters = [...run];
  const isChinese = characters.map((character) => chinese.test(character));
  let end = 0;
  for (let from = 0; from < characters.length; from++) {
    const to = from + (isChinese[from] || isChinese[from + 1] ? 2 : 3);
    const kind = to <= characters.length ? 'gram' : end < characters.length ? 'end' : 'inside';
    yield { text: characters.slice(from, to).join(''), kind, run };
    end = to;
  }
}

/** The distinct words of a text within the index's limits, including the long form of Japanese loanwords. */
export function indexedWords(text: string): Set<string> {
  const found = new Set<string>();
  let size = 0;
  const add = (word: string) => {
    if (found.has(word)) return;
    found.add(word);
    size += word.length;
  };
  const folded = fold(text);
  for (const { text: word } of splitWords(folded)) {
    add(word);
    if (size > maxText) return found;
  }
  if (!folded.includes('ー')) return found;
  for (const [run] of folded.matchAll(atLength)) {
    for (const { text: word } of grams(run)) add(word);
    if (size > maxText) break;
  }
  return found;
}

/** The distinct words of several texts, within the index's limits. */
export function joinWords(texts: readonly Iterable<string>[], maxLength = maxText): Set<string> {
  const found = new Set<string>();
  let size = 0;
  for (const words of texts) {
    for (const word of words) {
      if (size > maxLength) return found;
      if (!found.has(word)) size += word.length;
      found.add(word);
    }
  }
  return found;
}

/** A normalized title for comparison, up to 200 units. */
export function titleKey(title: string): string {
  return startOf([...splitWords(fold(title.slice(0, 400)))].map(({ text }) => text).join('·'), 200);
}
