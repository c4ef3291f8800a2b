import { matchesTerm } from './query.ts';
import type { SearchTerm } from './query.ts';
import { fold } from '../../lib/fold.ts';
import { wordPattern } from './words.ts';

export interface HighlightPart {
  readonly text: string;
  readonly hit: boolean;
}

/** Where in a plain text the words stand that were searched for, in order: `from` up to `to`. */
export function* findHits(text: string, terms: readonly SearchTerm[]): Generator<readonly [from: number, to: number]> {
  if (!lettersBeyondAscii.test(text)) {
    for (const { index, 0: hit } of text.matchAll(plainPattern(terms))) yield [index, index + hit.length];
    return;
  }
  for (const match of text.matchAll(wordPattern)) {
    for (const [from, to] of hitsInWord(match[0], terms)) yield [match.index + from, match.index + to];
  }
}

const lettersBeyondAscii = /(?=[^\p{ASCII}])[\p{L}\p{N}\p{M}]/u;
const patternByTerms = new WeakMap<readonly SearchTerm[], RegExp>();

/** Finds the same in texts whose letters are all ASCII: a page of results looks through 60,000 characters, and need not fold each word of them. */
function plainPattern(terms: readonly SearchTerm[]): RegExp {
  const known = patternByTerms.get(terms);
  if (known) return known;
  const words = terms.filter(({ word }) => /^[a-z\d]+$/.test(word)).map(({ word, prefix }) => word + (prefix ? '[a-z\\d]*' : '(?![a-z\\d])'));
  const pattern = words.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z\\d])(?:${words.join('|')})`, 'gi');
  patternByTerms.set(terms, pattern);
  return pattern;
}

/** Cuts a plain text into parts that were and were not searched for; joined they are the text again. */
export function highlight(text: string, terms: readonly SearchTerm[]): HighlightPart[] {
  const parts: HighlightPart[] = [];
  let at = 0;
  for (const [from, to] of findHits(text, terms)) {
    if (from > at) parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Whole words, but in scripts without spaces the very characters. */
function hitsInWord(word: string, terms: readonly SearchTerm[]): [number, number][] {
  const folded = fold(word);
  if (!unspaced.test(folded)) return terms.some((term) => matchesTerm(folded, term)) ? [[0, word.length]] : [];
  if (folded.length !== word.length) return [];
  const marked: boolean[] = Array.from({ length: word.length }, () => false);
  for (const { word: wanted } of terms) {
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) marked.fill(true, at, at + wanted.length);
  }
  const ranges: [number, number][] = [];
  for (let from = marked.indexOf(true); from >= 0; ) {
    const end = marked.indexOf(false, from);
    const to = end < 0 ? word.length : end;
    ranges.push([from, to]);
    from = marked.indexOf(true, to);
  }
  return ranges;
}
