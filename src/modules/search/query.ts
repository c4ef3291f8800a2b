import { fold } from '../../lib/fold.ts';
import { splitWords, isStroke, isUnspaced, withoutStrokes, wordPattern } from '../../lib/search-words.ts';

export interface SearchTerm {
  readonly word: string;
  /** Also matches words that begin with it: the reader may still be typing, or texts append particles. */
  readonly prefix: boolean;
  readonly also?: string;
  /** For scripts without spaces: the typed run that the word is a piece of. */
  readonly run?: string;
}

/**
 * Ends in Hangul: texts append particles (`서울의`, `서울에서`) to a search word (`서울`). A single syllable matches too many
 * words as a prefix, so it must be a whole word unless it is the last one.
 */
const takesParticles = /.\p{sc=Hangul}$/u;

const maxSearchLength = 1000;
const maxTerms = 10;
const maxPieces = 20;

/** Splits a search into words, for a site's language. There are no operators: quotes, `*`, `NEAR`, null bytes and the like only separate words. */
export function parseSearch(text: string, language = ''): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  const typed = text.slice(0, maxSearchLength);
  const other = otherSpelling(typed, language);
  // The other spelling has the same words at the same positions.
  const others = other === undefined ? undefined : splitWords(fold(other));
  let [words, pieces, last] = [0, 0, ''];
  for (const { text: word, kind, run } of splitWords(fold(typed))) {
    const { text: also } = others?.next().value ?? { text: word };
    if (kind === 'inside') continue;
    const known = terms.get(word);
    if (!known && (kind === 'word' ? words++ === maxTerms : pieces++ === maxPieces)) break;
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
  // `ae` typed for `ä` has a one-letter alternative, which as a prefix would match half of all words.
  return [...terms.values()].map(({ also, ...term }) =>
    also === undefined || (term.prefix && also.length === 1) ? term : { ...term, also },
  );
}

export function matchesTerm(word: string, { word: searched, prefix, also }: SearchTerm): boolean {
  return prefix
    ? word.startsWith(searched) || (also !== undefined && word.startsWith(also))
    : word === searched || word === also;
}

type Pairs = readonly (readonly [letter: string, digraph: string])[];

const german: Pairs = [
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
];
const danish: Pairs = [
  ['ø', 'oe'],
  ['å', 'aa'],
];
const pairsOf: Readonly<Record<string, Pairs>> = {
  de: german,
  da: danish,
  nb: danish,
  nn: danish,
  no: danish,
};

/** In `neue`, `Quelle` and `Steuer` the two letters are separate sounds. */
const sounded = /(?<![aeq])(?:ae|oe|ue|aa)/g;

/**
 * Alternative spelling of a search in a language: `müller` ↔ `mueller`; undefined if no other exists. Spellings that
 * folding already unifies are left out: `muller` finds `Müller` anyway.
 */
function otherSpelling(text: string, language: string): string | undefined {
  const pairs = pairsOf[language.replace(/-.*/s, '').toLowerCase()];
  if (!pairs) return undefined;
  const lower = text.normalize('NFC').toLowerCase();
  const digraphs = new Map(pairs);
  const letters = new Map(pairs.map(([letter, digraph]) => [digraph, letter]));
  const other = lower.replace(/[äöüøå]/g, (letter) => digraphs.get(letter) ?? letter);
  // If a text has both, only the letters are converted; the digraphs are taken literally.
  const result =
    other === lower ? lower.replace(sounded, (digraph) => letters.get(digraph) ?? digraph) : other;
  return result === lower ? undefined : result;
}

interface HighlightPart {
  readonly text: string;
  readonly hit: boolean;
}

/**
 * Yields the ranges of search words in a plain text, in order. For scripts without spaces it looks for the typed run
 * first, and for its pieces only if the text lacks the run.
 */
export function* findHits(
  text: string,
  terms: readonly SearchTerm[],
): Generator<readonly [from: number, to: number]> {
  if (!beyondAscii.test(text) || !lettersBeyondAscii.test(text)) {
    for (const { index, 0: hit } of text.matchAll(plainPattern(terms))) yield [index, index + hit.length];
    return;
  }
  const parts = searchedParts(text, terms);
  for (const match of text.matchAll(wordPattern)) {
    for (const [from, to] of hitsInWord(match[0], terms, parts)) yield [match.index + from, match.index + to];
  }
}

function searchedParts(text: string, terms: readonly SearchTerm[]): readonly string[] {
  const runs = new Set(terms.flatMap(({ run }) => (run === undefined ? [] : [run])));
  const folded = runs.size === 0 ? '' : withoutStrokes(fold(text));
  const found = new Set([...runs].filter((run) => folded.includes(run)));
  return [
    ...found,
    ...terms.flatMap(({ word, also, run }) =>
      run !== undefined && found.has(run) ? [] : also === undefined ? [word] : [word, also],
    ),
  ];
}

const beyondAscii = /[\u0080-\u200f\u2028-\uffff]/;
const lettersBeyondAscii = /(?=[^\p{ASCII}])[\p{L}\p{N}\p{M}\u00ad\u00b7\u200b-\u200d]/u;

/** Matches the same in ASCII texts without folding each word; a page of results scans 60,000 characters. */
function plainPattern(terms: readonly SearchTerm[]): RegExp {
  const words = terms.flatMap(({ word, also, prefix }) =>
    [word, ...(also === undefined ? [] : [also])]
      .filter((form) => /^[a-z\d]+$/.test(form))
      .map((form) => form + (prefix ? '[a-z\\d]*' : '(?![a-z\\d])')),
  );
  return words.length === 0 ? /(?!)/g : new RegExp(`(?<![a-z\\d])(?:${words.join('|')})`, 'gi');
}

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

function hitsInWord(
  word: string,
  terms: readonly SearchTerm[],
  parts: readonly string[],
): [number, number][] {
  const whole = fold(word);
  if (!isUnspaced(whole)) return terms.some((term) => matchesTerm(whole, term)) ? [[0, word.length]] : [];
  const short = withoutStrokes(whole);
  if (!parts.some((part) => whole.includes(part) || short.includes(part))) return [];
  const marked: boolean[] = Array.from({ length: word.length }, () => false);
  const units = unitsOf(word);
  for (const form of [units, short === whole ? [] : unitsWithoutStrokes(units)]) {
    const folded = form.map(({ text }) => text).join('');
    for (const part of parts) {
      for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1))
        marked.fill(true, form[at]?.from, form[at + part.length - 1]?.to);
    }
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

interface Unit {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** A character with its marks, including the voice marks of half-width Japanese. */
const characterWithMarks = /\P{M}[\p{M}\uff9e\uff9f\u00ad\u200b-\u200d]*/gu;

function unitsOf(word: string): Unit[] {
  return [...word.matchAll(characterWithMarks)].flatMap(({ index: from, 0: character }) => {
    const folded = fold(character);
    return Array.from({ length: folded.length }, (_, unit) => ({
      text: folded[unit] ?? '',
      from,
      to: from + character.length,
    }));
  });
}

function unitsWithoutStrokes(units: readonly Unit[]): Unit[] {
  const folded = units.map(({ text }) => text).join('');
  return units.flatMap((unit, at) => {
    if (isStroke(folded, at)) return [];
    return [{ ...unit, to: isStroke(folded, at + 1) ? (units[at + 1]?.to ?? unit.to) : unit.to }];
  });
}
