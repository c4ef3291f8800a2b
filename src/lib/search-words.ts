import { fold } from './fold.ts';
import { startOf } from './cut-text.ts';

/** Longest word kept, in UTF-16 units; longer ones are cut, in the index and in what is searched. */
const longestWord = 40;
/** Most UTF-16 units of distinct words that one post brings into the index; PostgreSQL takes at most 1 MB of UTF-8. */
const mostText = 250_000;

/** Matches a word: letters and digits of any script with their marks, what nobody sees between them, and the dot of a Catalan `l·l`. */
export const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d]|·(?<=[lL]·)(?=[lL]))*/gu;
/** Scripts that are written without spaces; their words are found by pieces of a few characters. */
export const unspacedRun =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const unspaced = new RegExp(unspacedRun.source, 'u');
const chinese = /\p{sc=Han}/u;
const beyondAscii = /[^\p{ASCII}]/u;

function cut(word: string): string {
  return word.length <= longestWord ? word : startOf(word, longestWord);
}

/** Whether a folded word holds letters of a script that is written without spaces. */
export const isUnspaced = (word: string): boolean => beyondAscii.test(word) && unspaced.test(word);

/** A piece of a word that the index knows. */
export interface WordPiece {
  readonly text: string;
  /**
   * `word`: whole, of a script with spaces. Of others each character begins a piece: `gram`, of two characters with a Chinese one among them, else of three;
   * `end` where the text ends sooner; `inside` where it does so and the piece before holds all of it.
   */
  readonly kind: 'word' | 'gram' | 'end' | 'inside';
  /** The characters without spaces among which it stands. */
  readonly run?: string;
}

/** The words of a folded text in order; runs of scripts without spaces come in pieces. */
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

/** Japanese writes words from abroad with or without a stroke at their end (`サーバー`, `サーバ`); short ones are other words without it. */
const strokes = /(?<=[ァ-ヺ][ァ-ヺー]{2})ー(?![ァ-ヺー])/g;

/** A folded text as runs stand in it. */
export function withoutStrokes(folded: string): string {
  return folded.includes('ー') ? folded.replace(strokes, '') : folded;
}

/** Whether the unit of a folded text is a stroke that `withoutStrokes` leaves out. */
export function isStroke(folded: string, at: number): boolean {
  return (
    folded[at] === 'ー' &&
    withoutStrokes(folded.slice(Math.max(0, at - 3), at + 2)) !== folded.slice(Math.max(0, at - 3), at + 2)
  );
}

/** Such words with their stroke, and what may stand in a piece with it. */
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

/** The distinct words of a text, as far as the index takes them; of words from abroad in Japanese how they are written at length, too. */
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
    if (size > mostText) return found;
  }
  if (!folded.includes('ー')) return found;
  for (const [run] of folded.matchAll(atLength)) {
    for (const { text: word } of grams(run)) add(word);
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
  return startOf([...splitWords(fold(title.slice(0, 400)))].map(({ text }) => text).join('·'), 200);
}
